import Albums
import Basics
import CellArt
import Synchronization

/// An LRU cache of decoded thumbnails, bounded by bytes. Keeps the best one of each photo.
final class ThumbnailCache: Sendable {
    private let levels: Mutex<RecentLevels<PhotoVersion>>
    private let counts = Mutex((hits: 0, misses: 0))

    init(bytes: Int) {
        levels = Mutex(RecentLevels(maxBytes: bytes))
    }

    /// Returns the thumbnail of a photo, in any size.
    func level(of photo: PhotoVersion) -> PictureLevel? {
        levels.withLock { $0[photo] }
    }

    /// The number of lookups that found a large enough thumbnail, and of those that didn't.
    var lookups: (hits: Int, misses: Int) { counts.withLock { $0 } }

    /// Returns the thumbnail of a photo if it is large enough for a box; counts the lookup.
    func level(of photo: PhotoVersion, for box: PixelSize) -> PictureLevel? {
        let level = level(of: photo).flatMap { $0.isEnough(for: box) ? $0 : nil }
        counts.withLock { level == nil ? ($0.misses += 1) : ($0.hits += 1) }
        return level
    }

    /// The files from which thumbnails were decoded.
    var files: Set<IdentifiedFile> { levels.withLock { $0.files } }

    /// Removes the thumbnails decoded from these files.
    func remove(from files: Set<IdentifiedFile>) {
        levels.withLock { $0.remove(from: files) }
    }

    /// Keeps the better of two thumbnails of a file: the larger one, or at equal size a decoded one. A decoded one also
    /// replaces a truncated one; an embedded one replaces nothing. Returns whether `level` is the better.
    @discardableResult
    func insert(_ level: PictureLevel, for photo: PhotoVersion) -> Bool {
        levels.withLock { levels in
            if let old = levels[photo], old.file == level.file {
                if level.origin == .exifThumbnail { return false }
                if level.origin == .cachedThumbnail, old.maxTileSide >= level.maxTileSide { return false }
                // Of two concurrent decodes, the one for smaller tiles may finish last.
                if old.maxTileSide > level.maxTileSide, !old.isTruncated { return false }
            }
            levels.insert(level, for: photo)
            return true
        }
    }
}

/// Thumbnails have few distinct sizes, so that resizing the terminal rarely requires decoding.
enum ThumbnailSize {
    /// The size of a thumbnail divided by that of the largest tile for which it is sharp enough.
    static let factor = 1.5

    /// The longer side of the smallest thumbnails, in pixels.
    private static let smallestSide = 128

    /// Returns the upright size of a thumbnail drawn with at most `box` pixels. Its longer side is a power of two from
    /// 128 up, at least that of `minSide`, but never larger than the picture.
    static func size(of picture: PixelSize, box: PixelSize) -> PixelSize {
        let min = minSide(of: picture, box: box)
        var side = smallestSide
        while side < min { side *= 2 }
        return picture.fitted(to: side)
    }

    /// Returns the minimum for the longer side of a thumbnail drawn with at most `box` pixels: 1.5 times the drawn size, or
    /// the size of the picture if that is smaller.
    static func minSide(of picture: PixelSize, box: PixelSize) -> Int {
        side(of: picture, box: box, times: factor)
    }

    /// Returns the longer side of a generated picture drawn with at most `box` pixels: the drawn size, because every
    /// pixel takes time and is sharp in any size. At least 128 unless the picture is smaller, so that each character
    /// averages several pixels.
    static func generatedSide(of picture: PixelSize, box: PixelSize) -> Int {
        max(side(of: picture, box: box, times: 1), min(smallestSide, max(picture.width, picture.height)))
    }

    private static func side(of picture: PixelSize, box: PixelSize, times factor: Double) -> Int {
        let scale = min(
            Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
        let longest = max(picture.width, picture.height)
        return min(longest, Int((factor * scale * Double(longest)).rounded(.up)))
    }

    /// Returns the longer side that a thumbnail of any shape needs at most.
    static func side(for box: PixelSize) -> Int {
        let square = PixelSize(width: Side.range.upperBound, height: Side.range.upperBound)
        let longest = max(box.width, box.height)
        return size(of: square, box: PixelSize(width: longest, height: longest)).width
    }
}

extension GeneratedPicture {
    /// Generates the whole picture in a suitable size for drawing it with at most `box` pixels.
    func thumbnail(box: PixelSize) -> PictureLevel {
        let size = PixelSize(width: width, height: height)
        let target = size.fitted(to: ThumbnailSize.generatedSide(of: size, box: box))
        let all = PixelRect(x: 0, y: 0, width: Double(width), height: Double(height))
        return PictureLevel(
            bitmap: Bitmap(
                width: target.width, height: target.height,
                pixels: rows(all, target.width, target.height)(0..<target.height),
                isOpaque: true),
            region: PixelRegion(all: size), pictureSize: size, origin: .generated)
    }
}

extension PictureLevel {
    /// The longer side of the largest tile for which the level is enough, in pixels.
    fileprivate var maxTileSide: Double {
        origin == .exifThumbnail ? 0 : Double(max(bitmap.width, bitmap.height)) / ThumbnailSize.factor
    }

    /// Returns whether the level can be drawn with `box` pixels without another decode.
    func isEnough(for box: PixelSize) -> Bool {
        // Programs that edit a picture may leave the old EXIF thumbnail. Only decoding the picture reveals that.
        if origin == .exifThumbnail { return false }
        // Programs that write thumbnails round the shorter side differently.
        let side =
            origin == .generated
            ? ThumbnailSize.generatedSide(of: pictureSize, box: box) : ThumbnailSize.minSide(of: pictureSize, box: box)
        return max(bitmap.width, bitmap.height) >= side
    }
}
