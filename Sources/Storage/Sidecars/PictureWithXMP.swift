import Albums
import CFileShims
import Glibc

/// A JPEG file with a replaceable XMP packet, and replaceable ratings and orientation in EXIF; other bytes stay.
struct PictureWithXMP {
    /// Empty if the picture has none.
    let packet: [UInt8]
    /// Nil if EXIF has no ratings.
    let exifNumbers: ExifNumbers?
    private let layout: JPEGLayout
    private let size: Int

    /// Finds the packet of an open file.
    init(_ file: Int32, size: Int) throws(SidecarFailure) {
        layout = try JPEGLayout(size: size, read: Self.reader(of: file))
        packet = try Self.read(file, layout.packet)
        exifNumbers = try layout.exifNumbers(read: Self.reader(of: file))
        self.size = size
    }

    private static func reader(of file: Int32) -> JPEGLayout.Read {
        { offset, count throws(SidecarFailure) in
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                while filled < count {
                    let read = pread(
                        file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                    if read < 0, errno == EINTR { continue }
                    guard read > 0 else {
                        if read < 0 { filled = 0 }
                        return
                    }
                    filled += read
                }
            }
            return bytes
        }
    }

    /// - Throws: `keepsChanging` if the file has become shorter.
    private static func read(_ file: Int32, _ range: Range<Int>) throws(SidecarFailure) -> [UInt8] {
        let bytes = try reader(of: file)(range.lowerBound, range.count)
        guard bytes.count == range.count else { throw .keepsChanging }
        return bytes
    }

    /// The bytes to write for a new packet.
    struct Change {
        fileprivate let segment: [UInt8]
        fileprivate let packet: [UInt8]
        fileprivate let corrections: [JPEGLayout.Correction]
    }

    /// Returns the change that writes a new packet, padded to the length of the old one if possible, so that nothing
    /// moves.
    ///
    /// - Parameters:
    ///   - exifValues: the new ratings and orientation in EXIF, by tag.
    ///   - isFormer: whether to restore a packet that the picture had before, without new padding. An empty packet
    ///     removes the segment.
    /// - Throws: the reason why the picture must not change.
    func change(
        to new: [UInt8], exifValues: [Int: Int] = [:], isFormer: Bool = false, in file: Int32
    ) throws(SidecarFailure) -> Change {
        let ratings = exifNumbers?.corrections(to: exifValues) ?? []
        if isFormer {
            let segment = new.isEmpty ? [] : JPEGLayout.segment(with: new)
            return Change(
                segment: segment, packet: new, corrections: ratings + (try corrections(for: segment, in: file)))
        }
        if !packet.isEmpty, let fitted = XMPPadding.fit(new, to: packet.count) {
            return Change(segment: JPEGLayout.segment(with: fitted), packet: fitted, corrections: ratings)
        }
        guard let padded = XMPPadding.padded(new, maxCount: JPEGLayout.maxPacketBytes) else { throw .noRoom }
        let segment = JPEGLayout.segment(with: padded)
        return Change(
            segment: segment, packet: padded, corrections: ratings + (try corrections(for: segment, in: file)))
    }

    private func corrections(
        for segment: [UInt8], in file: Int32
    ) throws(SidecarFailure) -> [JPEGLayout.Correction] {
        let growth = segment.count - layout.segment.count
        guard growth != 0 else { return [] }
        let correction = try layout.correction(forGrowth: growth, size: size, read: Self.reader(of: file))
        return correction.map { [$0] } ?? []
    }

    /// Writes the changed picture to an empty file, and compares both files.
    func write(_ change: Change, from file: Int32, to new: Int32) throws(SidecarFailure) {
        guard lseek(file, 0, SEEK_SET) == 0 else { throw .ofLastCall() }
        try Self.copy(layout.segment.lowerBound, from: file, to: new)
        guard change.segment.withUnsafeBytes({ SmallFile.writeAll($0, to: new) }),
            lseek(file, off_t(layout.segment.upperBound), SEEK_SET) >= 0
        else { throw .ofLastCall() }
        try Self.copy(size - layout.segment.upperBound, from: file, to: new)
        for correction in change.corrections {
            let offset = newOffset(of: correction.offset, change)
            let count = correction.bytes.withUnsafeBytes { pwrite(new, $0.baseAddress, $0.count, off_t(offset)) }
            guard count == correction.bytes.count else { throw .ofLastCall() }
        }
        let written = try PictureWithXMP(new, size: size + change.segment.count - layout.segment.count)
        guard written.packet == change.packet, try isSame(file, as: change, in: new) else { throw .keepsChanging }
    }

    private static func copy(_ count: Int, from file: Int32, to new: Int32) throws(SidecarFailure) {
        var remaining = count
        while remaining > 0 {
            let copied = file_copy_bytes(file, new, remaining)
            guard copied >= 0 else { throw .ofLastCall() }
            guard copied > 0 else { throw .keepsChanging }
            remaining -= copied
        }
    }

    /// Returns where a byte outside the segment is after a change.
    private func newOffset(of offset: Int, _ change: Change) -> Int {
        offset < layout.segment.upperBound ? offset : offset + change.segment.count - layout.segment.count
    }

    /// Whether an open file still has the old packet and ratings, and otherwise equals the changed picture.
    func isSame(_ file: Int32, as change: Change, in new: Int32) throws(SidecarFailure) -> Bool {
        guard try Self.read(file, layout.packet) == packet else { return false }
        for rating in exifNumbers?.corrections() ?? [] {
            guard try Self.read(file, rating.range) == rating.bytes else { return false }
        }
        var position = 0
        let changed = [layout.segment] + change.corrections.map(\.range) + [size..<size]
        for range in changed.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            for start in stride(from: position, to: range.lowerBound, by: Self.chunkBytes) {
                let chunk = start..<min(start + Self.chunkBytes, range.lowerBound)
                let moved = newOffset(of: start, change)
                guard try Self.read(file, chunk) == Self.read(new, moved..<moved + chunk.count) else { return false }
            }
            position = range.upperBound
        }
        // The file may have grown.
        return try Self.reader(of: file)(size, 1).isEmpty
    }

    private static let chunkBytes = 1 << 20
}
