import Basics
import CPictureShims

/// The DC image of a baseline or progressive JPEG: a pixel for each block of 8 x 8 pixels, with their mean color.
///
/// The mean of a block is its DC coefficient. The other 63, the AC coefficients, take most of the file, and libjpeg decodes
/// each of them. This reader only finds the end of their codes: one table lookup skips all codes within the next 13 bits.
///
/// The first scan of a progressive JPEG has nothing but DC coefficients, so that even a huge one takes little memory.
///
/// It reads intact scans only, because libjpeg shows as much as possible of damaged ones.
struct JPEGDCImage {
    /// The size of the picture in blocks, rounded up.
    let size: PixelSize
    private let colors: Colors
    private let planes: [DCPlane]
    private let means: [UInt8]

    private enum Colors {
        case gray, rgb, ycc
    }

    /// The width and height of a block in pixels.
    static let blockSide = 8
    /// In bytes. The tables for a smaller scan would take longer than they save.
    static let minScanBytes = 64 << 10

    /// Reads the scan of a picture; nil if it is small or damaged, or its chroma is less than half as wide or high as its
    /// luma.
    /// - Throws: `PictureFailure.tookTooLong`, or `CancellationError` if `cancellation` is cancelled.
    init?(
        _ scan: tintype_jpeg_scan, of picture: PixelSize, in file: FileBytes, cancellation: DecodeCancellation
    ) throws {
        guard scan.start <= file.count, file.count - scan.start >= Self.minScanBytes,
            let components = scan.scanComponents, let first = components.first
        else { return nil }
        size = picture.divided(by: Self.blockSide)
        colors = components.count == 1 ? .gray : scan.is_ycc ? .ycc : .rgb
        let mcus = PixelSize(
            width: (size.width + first.columns - 1) / first.columns,
            height: (size.height + first.rows - 1) / first.rows)
        var reader = DCReader(
            ScanBits(file, from: scan.start), components: components, mcus: mcus,
            restartInterval: Int(scan.restart_interval))
        for row in 0..<mcus.height {
            try cancellation.check()
            guard reader.readMCUs(ofRow: row) else { return nil }
        }
        (planes, means) = (reader.planes, reader.means)
    }

    /// Returns the memory that the DC image of a picture takes, in bytes.
    static func memory(for picture: PixelSize) -> Int { 3 * picture.divided(by: Self.blockSide).count }

    /// Returns the pixels of a plan that reduces the picture to an eighth or less.
    func pixels(for plan: DecodePlan) -> DecodedPixels {
        var rows = RowCollector(
            region: plan.region.divided(by: Self.blockSide), factor: plan.factor / Self.blockSide, hasAlpha: false)
        var row = [UInt8](repeating: 255, count: 4 * size.width)
        for y in 0..<size.height where !rows.isComplete {
            let samples = planes.map { $0.pixels(ofRow: y, from: means) }
            let first = samples[0]
            let (second, third) = colors == .gray ? (first, first) : (samples[1], samples[2])
            for x in 0..<size.width {
                let (red, green, blue) =
                    colors == .ycc
                    ? Self.rgb(luma: first[x], cb: second[x], cr: third[x]) : (first[x], second[x], third[x])
                (row[4 * x], row[4 * x + 1], row[4 * x + 2]) = (red, green, blue)
            }
            rows.append(row)
        }
        return rows.finish(model: colors == .gray ? .grayAlpha : .rgba)
    }

    /// Converts a color by the formulas of JFIF 1.02, in units of 1/65536.
    private static func rgb(luma: UInt8, cb: UInt8, cr: UInt8) -> (UInt8, UInt8, UInt8) {
        let (y, cb, cr) = (Int32(luma) << 16 + 1 << 15, Int32(cb) - 128, Int32(cr) - 128)
        return (
            UInt8(clamping: (y &+ 91_881 &* cr) >> 16),
            UInt8(clamping: (y &- 22_554 &* cb &- 46_802 &* cr) >> 16),
            UInt8(clamping: (y &+ 116_130 &* cb) >> 16)
        )
    }
}

/// A component of a scan: luma, chroma or a primary color.
private struct ScanComponent {
    /// The blocks in an MCU.
    let columns: Int
    let rows: Int
    /// The pixels of the DC image for each block: 1 or 2.
    let pixelColumns: Int
    let pixelRows: Int
    /// The quantization step of the DC coefficients.
    let step: Int
    let dc: HuffmanTable
    /// Nil if the scan has no AC coefficients.
    let ac: HuffmanTable?
}

extension tintype_jpeg_scan {
    /// The components; nil if a table is invalid, or a component is neither as wide or high as the first one nor half that.
    fileprivate var scanComponents: [ScanComponent]? {
        let described = [components.0, components.1, components.2].prefix(Int(component_count))
        var found: [ScanComponent] = []
        for component in described {
            // A scan of one component has MCUs of one block.
            let columns = described.count == 1 ? 1 : Int(component.columns)
            let rows = described.count == 1 ? 1 : Int(component.rows)
            guard let pixelColumns = [1, 2].first(where: { $0 * columns == found.first?.columns ?? columns }),
                let pixelRows = [1, 2].first(where: { $0 * rows == found.first?.rows ?? rows }),
                let dc = HuffmanTable(lengths: component.dc_lengths, symbols: component.dc_symbols)
            else { return nil }
            let ac = HuffmanTable(lengths: component.ac_lengths, symbols: component.ac_symbols)
            guard ac != nil || component.ac_lengths == nil else { return nil }
            found.append(
                ScanComponent(
                    columns: columns, rows: rows, pixelColumns: pixelColumns, pixelRows: pixelRows,
                    step: Int(component.dc_step), dc: dc, ac: ac))
        }
        return found
    }
}

/// The blocks of a component.
private struct DCPlane {
    /// The index of the first one among the means of all components.
    let start: Int
    let width: Int
    private let height: Int
    private let pixelColumns: Int
    private let pixelRows: Int

    init(_ component: ScanComponent, mcus: PixelSize, start: Int) {
        self.start = start
        width = mcus.width * component.columns
        height = mcus.height * component.rows
        pixelColumns = component.pixelColumns
        pixelRows = component.pixelRows
    }

    /// The number of blocks.
    var count: Int { width * height }

    /// Returns a row of the DC image, interpolated linearly between the centers of blocks.
    func pixels(ofRow y: Int, from means: [UInt8]) -> [UInt8] {
        let near = y / pixelRows
        let far = pixelRows == 1 ? near : max(0, min(height - 1, y.isMultiple(of: 2) ? near - 1 : near + 1))
        let nearRow = row(near, of: means)
        if pixelRows == 1, pixelColumns == 1 { return Array(nearRow) }
        // Four times the means.
        let sums = zip(nearRow, row(far, of: means)).map { 3 * UInt16($0) + UInt16($1) }
        if pixelColumns == 1 { return sums.map { UInt8(truncatingIfNeeded: ($0 + 2) >> 2) } }
        return [UInt8](unsafeUninitializedCapacity: 2 * width) { pixels, count in
            for x in 0..<width {
                let sum = 3 * sums[x] + 8
                pixels[2 * x] = UInt8(truncatingIfNeeded: (sum + sums[max(0, x - 1)]) >> 4)
                pixels[2 * x + 1] = UInt8(truncatingIfNeeded: (sum + sums[min(width - 1, x + 1)]) >> 4)
            }
            count = 2 * width
        }
    }

    private func row(_ row: Int, of means: [UInt8]) -> ArraySlice<UInt8> {
        means[start + row * width..<start + (row + 1) * width]
    }
}

/// Reads the DC coefficients of a scan, and skips the others.
private struct DCReader {
    let planes: [DCPlane]
    /// The means of all blocks.
    private(set) var means: [UInt8]
    /// The blocks of an MCU, in their order in the scan.
    private let blocks: [Block]
    /// The tables of all components, one after another.
    private let tables: [UInt16]
    private let mcuColumns: Int
    private var bits: ScanBits
    /// The last DC coefficient of each component, before quantization.
    private var lastDC: [Int]
    /// The number of MCUs between restart markers; 0 without them.
    private let restartInterval: Int
    private var mcusSinceRestart = 0
    private var restarts: UInt8 = 0

    private struct Block {
        let component: Int
        let step: Int
        /// The index of the block's mean in the first MCU, and the distances in `means` to the next MCU and to the MCU
        /// below.
        let index: Int
        let column: Int
        let row: Int
        /// The offsets of the block's DC and AC codes in `tables`, and the lengths of the longest codes; 0 without AC
        /// coefficients.
        let dc: Int
        let dcLength: Int
        let ac: Int
        let acLength: Int
        /// The offset of the block's skips in `tables`.
        let skips: Int
    }

    init(_ bits: ScanBits, components: [ScanComponent], mcus: PixelSize, restartInterval: Int) {
        var (planes, blocks, tables): ([DCPlane], [Block], [UInt16]) = ([], [], [])
        var blockCount = 0
        for (index, component) in components.enumerated() {
            let plane = DCPlane(component, mcus: mcus, start: blockCount)
            planes.append(plane)
            blockCount += plane.count
            let dc = tables.count
            tables += component.dc.codes
            let ac = tables.count
            tables += component.ac?.codes ?? []
            let skips = tables.count
            tables += component.ac?.skips ?? []
            for y in 0..<component.rows {
                for x in 0..<component.columns {
                    blocks.append(
                        Block(
                            component: index, step: component.step, index: plane.start + y * plane.width + x,
                            column: component.columns, row: component.rows * plane.width, dc: dc,
                            dcLength: component.dc.maxLength, ac: ac, acLength: component.ac?.maxLength ?? 0,
                            skips: skips))
                }
            }
        }
        self.planes = planes
        means = Array(repeating: 0, count: blockCount)
        self.blocks = blocks
        self.tables = tables
        mcuColumns = mcus.width
        self.bits = bits
        lastDC = Array(repeating: 0, count: components.count)
        self.restartInterval = restartInterval
    }

    /// Reads a row of MCUs. Returns whether it is intact.
    mutating func readMCUs(ofRow row: Int) -> Bool {
        // Each table has an entry for any bits, so that the indices need no checks.
        tables.withUnsafeBufferPointer { readMCUs(ofRow: row, $0) }
    }

    private mutating func readMCUs(ofRow row: Int, _ tables: UnsafeBufferPointer<UInt16>) -> Bool {
        var bits = bits
        defer { self.bits = bits }
        for column in 0..<mcuColumns {
            if restartInterval > 0 {
                if mcusSinceRestart == restartInterval {
                    guard bits.skipRestartMarker(0xD0 + restarts) else { return false }
                    for component in lastDC.indices { lastDC[component] = 0 }
                    restarts = (restarts + 1) & 7
                    mcusSinceRestart = 0
                }
                mcusSinceRestart += 1
            }
            for block in blocks {
                guard let difference = readDifference(from: &bits, block, tables), skipAC(in: &bits, block, tables)
                else {
                    return false
                }
                // At most 2^15 for each block of a picture, so that the sum fits.
                lastDC[block.component] += difference
                let mean = (lastDC[block.component] * block.step + 4) >> 3 + 128
                means[block.index + column * block.column + row * block.row] = UInt8(clamping: mean)
            }
        }
        return !bits.isPastEnd
    }

    /// Returns the difference of a DC coefficient from the last one; nil if its code is invalid.
    @inline(__always)
    private func readDifference(from bits: inout ScanBits, _ block: Block, _ tables: UnsafeBufferPointer<UInt16>)
        -> Int?
    {
        bits.fill()
        let code = tables[block.dc &+ bits.next(block.dcLength)]
        let size = UInt16(truncatingIfNeeded: code & 0xFF)
        guard code > 0, size < 16 else { return nil }
        let count = Int(code >> 8 &+ size)
        // ITU-T T.81, F.2.2.1: half of the values of a size are negative.
        let limit = 1 &<< Int(size)
        let value = bits.next(count) & (limit &- 1)
        bits.skip(count)
        return value < limit &>> 1 ? value &- limit &+ 1 : value
    }

    /// Skips the AC coefficients of a block. Returns whether their codes are valid.
    @inline(__always)
    private func skipAC(in bits: inout ScanBits, _ block: Block, _ tables: UnsafeBufferPointer<UInt16>) -> Bool {
        guard block.acLength > 0 else { return true }
        var position = 1
        while position < 64 {
            bits.fill()
            let skip = Skip(entry: tables[block.skips &+ bits.next(HuffmanTable.skipBits)])
            // Otherwise the block ends within these codes, or the next code is long.
            if skip.bits > 0, position &+ skip.coefficients < 64 {
                bits.skip(skip.bits)
                position &+= skip.coefficients
                if skip.isEnd { return true }
                continue
            }
            let next = Skip(code: tables[block.ac &+ bits.next(block.acLength)])
            guard next.bits > 0 else { return false }
            bits.skip(next.bits)
            position &+= next.coefficients
            if next.isEnd { return true }
        }
        return position == 64
    }
}

/// A Huffman table of a scan.
private struct HuffmanTable {
    /// The length of the longest code.
    let maxLength: Int
    /// A lookup table by the next `maxLength` bits: 256 times the length of the code that they begin with, plus its
    /// symbol; 0 if they begin with no code.
    let codes: [UInt16]

    /// - Parameters:
    ///   - lengths: the number of codes of each length from 1 to 16.
    ///   - symbols: 256 symbols, those of the codes first, in their order.
    init?(lengths: UnsafePointer<UInt8>?, symbols: UnsafePointer<UInt8>?) {
        guard let lengths, let symbols, let maxLength = (1...16).last(where: { lengths[$0 - 1] > 0 }) else {
            return nil
        }
        var codes: [UInt16] = []
        codes.reserveCapacity(1 << maxLength)
        var index = 0
        for length in 1...maxLength {
            for _ in 0..<lengths[length - 1] {
                let count = 1 << (maxLength - length)
                guard codes.count + count <= 1 << maxLength, index < 256 else { return nil }
                codes += repeatElement(UInt16(length) << 8 + UInt16(symbols[index]), count: count)
                index += 1
            }
        }
        self.maxLength = maxLength
        self.codes = codes + repeatElement(0, count: 1 << maxLength - codes.count)
    }

    static let skipBits = 13

    /// A lookup table by the next 13 bits: the entry of a `Skip` over all AC coefficients whose codes lie within them.
    var skips: [UInt16] {
        (0..<1 << Self.skipBits).map { bits in
            var all = Skip()
            while !all.isEnd {
                // The bits after the 13 are zero, and no code may need them.
                let rest = (bits << (maxLength + all.bits)) >> Self.skipBits & (1 << maxLength - 1)
                let next = Skip(code: codes[rest])
                guard next.bits > 0, all.bits + next.bits <= Self.skipBits, all.coefficients + next.coefficients < 64
                else { break }
                all.bits += next.bits
                all.coefficients += next.coefficients
                all.isEnd = next.isEnd
            }
            return all.entry
        }
    }
}

/// A step over the codes of AC coefficients.
private struct Skip {
    /// The length of the codes and of the values after them; 0 if there is no code.
    var bits = 0
    var coefficients = 0
    /// Whether the last code ends the block: the rest of its coefficients are zero.
    var isEnd = false
}

extension Skip {
    /// Skips one code (ITU-T T.81, F.2.2.2).
    init(code: UInt16) {
        let (length, run, size) = (Int(code >> 8), Int(code >> 4 & 15), Int(code & 15))
        isEnd = length > 0 && size == 0 && run < 15
        bits = length + size
        coefficients = isEnd || length == 0 ? 0 : run + 1
    }

    init(entry: UInt16) {
        bits = Int(entry & 63)
        coefficients = Int(entry >> 6 & 63)
        isEnd = entry >> 15 == 1
    }

    /// Six bits for each number, and one for the end. Shifting by the entry ignores all but the lowest six.
    var entry: UInt16 { UInt16(bits) | UInt16(coefficients) << 6 | (isEnd ? 1 << 15 : 0) }
}

/// The bits of a scan, without the zero byte that follows each byte of 255.
private struct ScanBits {
    private var position: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The next bits, from the most significant one on. The bits after these are either zero or those of the next byte.
    private var buffer: UInt64 = 0
    private var count = 0
    /// The number of zeros at the end of these bits that stand for data after a marker or the end.
    private var padding = 0

    /// - Precondition: `start` is in the file, which outlives the bits.
    init(_ file: FileBytes, from start: Int) {
        position = file.start + start
        end = file.start + file.count
    }

    /// Makes sure that the longest code and its value, 31 bits, can be read.
    @inline(__always)
    mutating func fill() {
        guard count < 32 else { return }
        if end - position >= 8 {
            let bytes = UInt64(bigEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
            // True if no byte is 255: the complement of 255 is zero.
            if (~bytes &- 0x0101_0101_0101_0101) & bytes & 0x8080_8080_8080_8080 == 0 {
                buffer |= bytes &>> UInt64(truncatingIfNeeded: count)
                position += (63 - count) / 8
                count |= 56
                return
            }
        }
        self = filledByBytes()
    }

    /// Returns the bits after reading single bytes. Doesn't change them in place, so that they may stay in registers.
    @inline(never)
    private func filledByBytes() -> ScanBits {
        var bits = self
        while bits.count <= 56 {
            var byte: UInt8 = 0
            if bits.position == end || bits.isAtMarker {
                bits.padding += 8
            } else {
                byte = bits.position[0]
                bits.position += byte == 0xFF ? 2 : 1
            }
            bits.buffer |= UInt64(byte) << UInt64(56 - bits.count)
            bits.count += 8
        }
        return bits
    }

    private var isAtMarker: Bool { position[0] == 0xFF && (end - position < 2 || position[1] != 0) }

    /// Returns the next bits without skipping them, up to 16.
    @inline(__always)
    func next(_ count: Int) -> Int {
        Int(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    @inline(__always)
    mutating func skip(_ skipped: Int) {
        buffer = buffer &<< UInt64(truncatingIfNeeded: skipped)
        count &-= skipped
    }

    /// Whether more bits have been skipped than the scan has.
    var isPastEnd: Bool { count < padding }

    /// Skips a restart marker, and the bits up to a whole byte before it. Returns whether it is there.
    mutating func skipRestartMarker(_ marker: UInt8) -> Bool {
        self = filledByBytes()
        guard !isPastEnd, count - padding < 8, end - position >= 2, position[0] == 0xFF, position[1] == marker else {
            return false
        }
        position += 2
        (buffer, count, padding) = (0, 0, 0)
        return true
    }
}
