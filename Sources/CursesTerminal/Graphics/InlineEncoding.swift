import CellArt
import FoundationEssentials
import TerminalUI

/// Encodes a picture as JPEG in a quality from 1 to 100; nil if that fails.
public typealias JPEGEncoding = @Sendable (_ bitmap: Bitmap, _ quality: Int) -> [UInt8]?

/// How pixels that are drawn over cells are encoded.
enum InlineEncoding: Sendable {
    case sixel(SixelLimits)
    /// iTerm2's inline images.
    case jpeg(JPEGEncoding)

    var sixelLimits: SixelLimits? {
        if case .sixel(let limits) = self { limits } else { nil }
    }

    /// Returns whether a region is drawn at all. JPEG has no transparency, so what covers the picture disappears for a
    /// moment.
    func isWorthwhile(_ region: ImageRegion) -> Bool {
        switch self {
        case .sixel: true
        case .jpeg: region.coveredShare <= Self.maxCoveredShare
        }
    }

    private static let maxCoveredShare = 0.125

    /// Returns the control sequences that draw the pixels of a region in one of the resolutions, in complete pieces between
    /// which other output may come; nil if the pixels are no longer known.
    /// - Parameter rate: the rate of the connection in bytes per second; nil if it is unlimited or unknown.
    func encode(_ region: ImageRegion, rate: Double?, in resolutions: PixelResolutions) -> EncodedPixels? {
        let shown = region.placement.picture.shown
        let (columns, rows) = (shown.columns.count, shown.rows.count)
        guard let whole = region.placement.picture.bitmap(), whole.width % columns == 0, whole.height % rows == 0 else {
            return nil
        }
        let cell = CellSize(width: whole.width / columns, height: whole.height / rows)
        let pixels = whole.part(of: region, cell: cell)
        let pieceBytes = min(max(1024, (rate ?? .infinity) * Self.pieceSeconds), Self.maxPieceBytes)
        return resolutions.encoded { reduction in
            pieces(of: region, pixels, cell: cell, reduction: reduction, pieceBytes: pieceBytes)
        }
    }

    /// In seconds, how long a piece may delay a frame.
    private static let pieceSeconds = 0.05
    private static let maxPieceBytes = 256.0 * 1024
    private static let quality = 85

    /// Returns the control sequences that draw a picture at the cursor and restore the cursor; empty if encoding fails,
    /// or if JPEG can't show the picture's transparency because the background is unknown.
    func pieces(of bitmap: Bitmap, cell: CellSize, background: RGB?) -> [[UInt8]] {
        switch self {
        case .sixel(let limits):
            let graphics = SixelGraphics(bitmap, maxColors: limits.colors)
            return Self.sixelPieces(of: graphics, cell: cell, limits: limits, maxRows: .max) { sequence, column, row in
                let right = column == 0 ? "" : "\u{1B}[\(column)C"
                let down = row == 0 ? "" : "\u{1B}[\(row)B"
                return Array("\u{1B}7\(right)\(down)".utf8) + sequence + Array("\u{1B}8".utf8)
            }
        case .jpeg(let encode):
            let flat = background.map { bitmap.composited(on: $0) } ?? bitmap
            guard flat.isOpaque, let file = encode(flat, Self.quality) else { return [] }
            let sequence = Self.inlineImage(
                file, columns: bitmap.width / cell.width, rows: bitmap.height / cell.height)
            return [Array("\u{1B}7".utf8) + sequence + Array("\u{1B}8".utf8)]
        }
    }

    private func pieces(
        of region: ImageRegion, _ pixels: Bitmap, cell: CellSize, reduction: Int, pieceBytes: Double
    ) -> [[UInt8]] {
        let rowBytes = Double(pixels.width * cell.height) * bytesPerPixel / Double(reduction * reduction)
        let rowsPerPiece = min(max(1, Int(pieceBytes / rowBytes)), region.rect.rows)
        switch self {
        case .sixel(let limits):
            // Sixel can't scale, so the reduced picture is enlarged again. Its repeated characters take few bytes.
            let small = pixels.reduced(by: reduction)
            let graphics =
                reduction > 1 && region.placement.picture.role == .frame && region.coveredShare == 0
                ? SixelGraphics(
                    repeatingPixelsOf: small, width: pixels.width, height: pixels.height, maxColors: limits.colors)
                : SixelGraphics(
                    small.scaled(toWidth: pixels.width, height: pixels.height).showing(region, cell: cell),
                    maxColors: limits.colors)
            return Self.sixelPieces(
                of: graphics, cell: cell, limits: limits, maxRows: rowsPerPiece, positioned: region.rect.positioned)
        case .jpeg(let encode):
            var pieces: [[UInt8]] = []
            for row in stride(from: 0, to: region.rect.rows, by: rowsPerPiece) {
                let endRow = min(row + rowsPerPiece, region.rect.rows)
                let band = pixels.rows(row * cell.height..<endRow * cell.height).reduced(by: reduction)
                guard !Task.isCancelled, let file = encode(band, Self.quality) else { return [] }
                let sequence = Self.inlineImage(file, columns: region.rect.columns, rows: endRow - row)
                pieces.append(region.rect.positioned(sequence, column: 0, row: row))
            }
            return pieces
        }
    }

    /// Returns iTerm2's sequence (OSC 1337) that draws an encoded picture over cells from the cursor.
    private static func inlineImage(_ file: [UInt8], columns: Int, rows: Int) -> [UInt8] {
        let attributes = [
            "inline=1", "size=\(file.count)", "width=\(columns)", "height=\(rows)", "preserveAspectRatio=0",
            "doNotMoveCursor=1",
        ]
        let head = "\u{1B}]1337;File=\(attributes.joined(separator: ";")):"
        return Array(head.utf8) + Array(Data(file).base64EncodedData()) + Array("\u{7}".utf8)
    }

    /// Returns the sequences of parts of a picture that are within the limits; empty if the task is cancelled.
    /// - Parameters:
    ///   - maxRows: the maximum height of a part, in cells.
    ///   - positioned: returns the sequence that draws a part at a column and a row of cells of the picture.
    private static func sixelPieces(
        of graphics: SixelGraphics, cell: CellSize, limits: SixelLimits, maxRows: Int,
        positioned: (_ sequence: [UInt8], _ column: Int, _ row: Int) -> [UInt8]
    ) -> [[UInt8]] {
        let (columns, rows) = (graphics.width / cell.width, graphics.height / cell.height)
        let columnsPerPiece = max(1, min(columns, limits.maxWidth / cell.width))
        let rowsPerPiece = max(1, min(rows, maxRows, limits.maxHeight / cell.height))
        var pieces: [[UInt8]] = []
        for row in stride(from: 0, to: rows, by: rowsPerPiece) {
            let endRow = min(row + rowsPerPiece, rows)
            for column in stride(from: 0, to: columns, by: columnsPerPiece) {
                guard !Task.isCancelled else { return [] }
                let endColumn = min(column + columnsPerPiece, columns)
                let sequence = graphics.sequence(
                    columns: column * cell.width..<endColumn * cell.width,
                    rows: row * cell.height..<endRow * cell.height)
                pieces.append(positioned(sequence, column, row))
            }
        }
        return pieces
    }

    /// About how many bytes a pixel takes.
    private var bytesPerPixel: Double {
        switch self {
        case .sixel: 1.5
        case .jpeg: 0.3
        }
    }
}

/// The limits of a terminal's Sixel support.
struct SixelLimits: Equatable, Sendable {
    /// The number of color registers.
    var colors = 256
    /// In pixels, the maximum size of an image, which may be less than that of the screen.
    var maxWidth = 1000
    var maxHeight = 1000
}

extension Rect {
    /// Returns the sequence that draws at a cell of the rectangle and leaves the cursor where it was.
    fileprivate func positioned(_ sequence: [UInt8], column: Int, row: Int) -> [UInt8] {
        Array("\u{1B}7\u{1B}[\(self.row + row + 1);\(self.column + column + 1)H".utf8) + sequence
            + Array("\u{1B}8".utf8)
    }
}

extension Bitmap {
    /// Returns the pixels of a region, composited onto its background. The bitmap has the shown columns and rows of the
    /// region's picture.
    fileprivate func part(of region: ImageRegion, cell: CellSize) -> Bitmap {
        let (origin, shown) = (region.placement.rect, region.placement.picture.shown)
        let left = (region.rect.column - origin.column - shown.columns.lowerBound) * cell.width
        let top = (region.rect.row - origin.row - shown.rows.lowerBound) * cell.height
        let (partWidth, partHeight) = (region.rect.columns * cell.width, region.rect.rows * cell.height)
        var part: [UInt8] = []
        part.reserveCapacity(4 * partWidth * partHeight)
        for row in top..<top + partHeight {
            let start = 4 * (row * width + left)
            part += pixels[start..<start + 4 * partWidth]
        }
        let bitmap = Bitmap(width: partWidth, height: partHeight, pixels: part, isOpaque: isOpaque)
        return region.background.map { bitmap.composited(on: $0) } ?? bitmap
    }

    fileprivate func rows(_ rows: Range<Int>) -> Bitmap {
        Bitmap(
            width: width, height: rows.count,
            pixels: Array(pixels[4 * width * rows.lowerBound..<4 * width * rows.upperBound]), isOpaque: isOpaque)
    }

    /// Returns the bitmap with transparency in the cells of a region where it doesn't show.
    fileprivate func showing(_ region: ImageRegion, cell: CellSize) -> Bitmap {
        guard region.coveredShare > 0 else { return self }
        var shown = pixels
        for (index, isShown) in region.isShown.enumerated() where !isShown {
            let left = index % region.rect.columns * cell.width
            let top = index / region.rect.columns * cell.height
            for row in top..<top + cell.height {
                for column in left..<left + cell.width { shown[4 * (row * width + column) + 3] = 0 }
            }
        }
        return Bitmap(width: width, height: height, pixels: shown, isOpaque: false)
    }
}
