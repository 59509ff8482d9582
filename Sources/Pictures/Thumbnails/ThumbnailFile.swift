import Albums
import Basics
import CPictureShims
import CellArt
import Glibc

/// A thumbnail, or the record of a failure, as a PNG of the Thumbnail Managing Standard 0.9.0.
enum ThumbnailFile {
    /// The keys of its texts.
    enum Key: String, CaseIterable {
        case software = "Software"
        case uri = "Thumb::URI"
        case modified = "Thumb::MTime"
        case bytes = "Thumb::Size"
        case mimeType = "Thumb::Mimetype"
        case width = "Thumb::Image::Width"
        case height = "Thumb::Image::Height"
        /// The failure that a record is about, in the form of `PictureFailure.record`.
        case failure = "X-Tintype::Failure"
        /// The version of the rules by which this program decodes pictures.
        case rules = "X-Tintype::Rules"
    }

    /// Changes whenever pictures look different, or other pictures can be decoded: earlier thumbnails and failures of our
    /// own are then ignored.
    static let rulesVersion = 2

    /// Encodes a thumbnail.
    /// - Parameters:
    ///   - size: the upright size of the picture.
    ///   - format: nil if unknown.
    static func encode(
        _ bitmap: Bitmap, of origin: ThumbnailOrigin, size: PixelSize, format: PictureFormat?
    ) -> [UInt8]? {
        var texts = texts(of: origin)
        if let format { texts.append((.mimeType, format.mimeType)) }
        texts += [(.width, "\(size.width)"), (.height, "\(size.height)")]
        return encode(bitmap, texts)
    }

    /// Encodes the record of a failure; nil if another attempt might succeed.
    static func encode(_ failure: PictureFailure, of origin: ThumbnailOrigin) -> [UInt8]? {
        guard let record = failure.record else { return nil }
        let nothing = Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 0], isOpaque: false)
        return encode(nothing, texts(of: origin) + [(.failure, record)])
    }

    /// Returns the required texts. The first one marks our own files (`ThumbnailMark`).
    private static func texts(of origin: ThumbnailOrigin) -> [(key: Key, text: String)] {
        [
            (.software, ThumbnailMark.software), (.uri, origin.uri), (.modified, "\(origin.modified)"),
            (.bytes, "\(origin.bytes)"), (.rules, "\(rulesVersion)"),
        ]
    }

    private static func encode(_ bitmap: Bitmap, _ texts: [(key: Key, text: String)]) -> [UInt8]? {
        let strings = texts.map { (strdup($0.key.rawValue), strdup($0.text)) }
        defer {
            for (key, text) in strings {
                free(key)
                free(text)
            }
        }
        let chunks = strings.compactMap { key, text in
            key.flatMap { key in text.map { tintype_png_text(key: key, text: $0) } }
        }
        guard chunks.count == texts.count else { return nil }
        var count = 0
        let encoded = tintype_png_encode(
            bitmap.pixels, UInt32(bitmap.width), UInt32(bitmap.height), !bitmap.isOpaque, chunks, Int32(chunks.count),
            &count)
        guard let encoded else { return nil }
        defer { free(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: count))
    }
}

/// The file that a thumbnail must belong to.
public struct ThumbnailClaim: Hashable, Sendable {
    /// The valid values of `Thumb::URI`.
    let uris: [String]
    let modified: Int
    let bytes: Int

    public init(_ entry: ThumbnailEntry, of origin: ThumbnailOrigin) {
        self.init(uris: entry.uris, modified: origin.modified, bytes: origin.bytes)
    }

    init(uris: [String], modified: Int, bytes: Int) {
        self.uris = uris
        self.modified = modified
        self.bytes = bytes
    }

    /// Returns whether a thumbnail's texts describe the file in its current state. A file may change within a second,
    /// so its size must be the same too, if it is given.
    func isMet(by texts: ThumbnailTexts) -> Bool {
        guard let uri = texts[.uri], uris.contains(where: { $0.utf8.elementsEqual(uri) }) else { return false }
        return texts.number(.modified) == modified && (texts[.bytes] == nil || texts.number(.bytes) == bytes)
    }
}

/// The texts of a thumbnail, which any program may have written.
struct ThumbnailTexts {
    private let texts: [String: [UInt8]]

    init(_ file: UnsafeRawBufferPointer) {
        texts = PNGMetadata.texts(of: file, keys: ThumbnailFile.Key.allCases.map(\.rawValue))
    }

    subscript(key: ThumbnailFile.Key) -> [UInt8]? { texts[key.rawValue] }

    func number(_ key: ThumbnailFile.Key) -> Int? {
        self[key].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether this program has written the thumbnail by rules that have changed since.
    var areOutdated: Bool {
        self[.software]?.elementsEqual(ThumbnailMark.software.utf8) == true
            && number(.rules) != ThumbnailFile.rulesVersion
    }

    /// The size of the upright picture, if it is given and fits a thumbnail of this size. Some programs write the size
    /// before rotation, others the one after it.
    func pictureSize(ofThumbnail thumbnail: PixelSize) -> PixelSize? {
        let sides = [Key.width, .height].map { number($0).flatMap(Side.init) }
        guard let size = PixelSize(width: sides[0], height: sides[1]) else { return nil }
        return [size, PixelSize(width: size.height, height: size.width)]
            .map { (size: $0, difference: thumbnail.difference(fromReduced: $0)) }
            .filter { $0.difference <= PixelSize.maxThumbnailDifference }
            .min { $0.difference < $1.difference }?.size
    }

    private typealias Key = ThumbnailFile.Key
}

extension PixelSize {
    /// By how much the shorter side of a thumbnail may differ from that of the reduced picture, in pixels.
    static let maxThumbnailDifference = 1.5

    /// Returns the difference of the shorter side from that of a picture reduced to the same longer side.
    func difference(fromReduced picture: PixelSize) -> Double {
        let scale = Double(max(width, height)) / Double(max(picture.width, picture.height))
        return max(
            abs(Double(picture.width) * scale - Double(width)), abs(Double(picture.height) * scale - Double(height)))
    }

    /// Returns the size reduced to at most `side` pixels in each direction.
    func fitted(to side: Int) -> PixelSize {
        let longest = max(width, height)
        guard longest > side else { return self }
        return PixelSize(
            width: max(1, (width * side + longest / 2) / longest),
            height: max(1, (height * side + longest / 2) / longest))
    }
}

extension PictureFailure {
    /// The failure as text for a record; nil unless another attempt by the same version would fail in the same way.
    var record: String? {
        switch self {
        case .empty: "empty"
        case .unknownFormat: "unknown-format"
        case .unsupportedFormat(let name): "unsupported-format \(name)"
        case .damaged(let format): "damaged \(format)"
        case .tookTooLong: "took-too-long"
        case .decoderCrashed: "decoder-crashed"
        case .tooLarge(let width, let height): "too-large \(width) \(height)"
        case .fileTooLarge(let maxBytes): "file-too-large \(maxBytes)"
        default: nil
        }
    }

    /// Reads a recorded failure.
    init?(record: String) {
        let words = record.split(separator: " ", maxSplits: 1).map(String.init)
        let numbers = words.dropFirst().flatMap { $0.split(separator: " ") }.map { Int($0).map { Count($0).value } }
        switch (words.first, words.dropFirst().first) {
        case ("empty", nil): self = .empty
        case ("unknown-format", nil): self = .unknownFormat
        case ("unsupported-format", let name?): self = .unsupportedFormat(BoundedText(name).text)
        case ("damaged", let format?): self = .damaged(format: BoundedText(format).text)
        case ("took-too-long", nil): self = .tookTooLong
        case ("decoder-crashed", nil): self = .decoderCrashed
        case ("too-large", _):
            guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
            self = .tooLarge(width: width, height: height)
        case ("file-too-large", _):
            guard numbers.count == 1, let maxBytes = numbers[0] else { return nil }
            self = .fileTooLarge(maxBytes: maxBytes)
        default: return nil
        }
    }
}
