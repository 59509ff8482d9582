import Albums
import Basics
import CellArt

/// The pixels of a picture for terminals that show them.
struct PixelSource: Sendable {
    var crop: PhotoCrop
    var content: PixelContent
    var role = PixelPicture.Role.still
    /// Returns the bitmap again when the pixels are needed, perhaps a larger one of the same picture; nil if it is no
    /// longer in memory.
    var bitmap: @Sendable () -> Bitmap?
}

/// Distinguishes the pixels of a crop.
struct PixelContent: Hashable, Sendable {
    private let level: LevelContent
    /// The size of the level, and the part of it that the picture shows.
    private let levelSize: PixelSize
    private let part: PixelRect
    private let origin: PixelOrigin
    /// The number of an animation's frame, and whether the next one follows; 0 for other photos.
    private let frame: Int
    private let isMoving: Bool
    private let showsPeaking: Bool
    /// The size on the screen.
    fileprivate var size = PixelSize(width: 0, height: 0)

    init(
        _ level: PictureLevel, in style: ArtStyle, part: PixelRect, frame: Int = 0, isMoving: Bool = false,
        showsPeaking: Bool = false
    ) {
        self.level = LevelContent(level, in: style)
        levelSize = PixelSize(width: level.bitmap.width, height: level.bitmap.height)
        self.part = part
        origin = level.origin
        self.frame = frame
        self.isMoving = isMoving
        self.showsPeaking = showsPeaking
    }
}

/// Distinguishes the content of levels drawn in a style. Levels of different sizes can have the same content.
struct LevelContent: Hashable, Sendable {
    /// Behind transparent parts; nil without them.
    private let background: RGB?
    private let region: PixelRegion
    private let isTruncated: Bool
    private let file: IdentifiedFile?

    init(_ level: PictureLevel, in style: ArtStyle) {
        background = level.isTransparent(in: style) ? style.background : nil
        region = level.region
        isTruncated = level.isTruncated
        file = level.file
    }
}

extension RenderedPicture {
    /// Draws part of a bitmap: with characters, and with pixels if the terminal shows them.
    /// - Parameter pixels: nil if characters are enough.
    init(_ bitmap: Bitmap, part: PixelRect, columns: Int, rows: Int, style: ArtStyle, pixels: PixelSource?) {
        let cells = CellArtist.draw(bitmap, part: part, columns: columns, rows: rows, style: style)
        guard let pixels, let cell = style.cell else {
            self = .cells(cells)
            return
        }
        let shown = cells.shown
        let size = PixelSize(width: shown.columns.count * cell.width, height: shown.rows.count * cell.height)
        guard min(size.width, size.height) > 0, max(size.width, size.height) <= PixelPicture.maxSide else {
            self = .cells(cells)
            return
        }
        let (columnWidth, rowHeight) = (part.width / Double(columns), part.height / Double(rows))
        let shownPart = PixelRect(
            x: part.x + columnWidth * Double(shown.columns.lowerBound),
            y: part.y + rowHeight * Double(shown.rows.lowerBound),
            width: columnWidth * Double(shown.columns.count), height: rowHeight * Double(shown.rows.count))
        let drawnSize = PixelSize(width: bitmap.width, height: bitmap.height)
        var content = pixels.content
        content.size = size
        self = .pixels(
            PixelPicture(
                of: pixels.crop, content: content, role: pixels.role,
                enlargement: max(
                    1,
                    Int(min(100, Double(size.width) / shownPart.width, Double(size.height) / shownPart.height))),
                cells: cells
            ) { [background = style.background] in
                pixels.bitmap().map {
                    $0.scaled(
                        shownPart.scaled(from: drawnSize, to: $0), toWidth: size.width, height: size.height,
                        background: background)
                }
            })
    }
}
