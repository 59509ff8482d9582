import Basics
import FoundationEssentials

/// Reads the date of a video from containers whose other metadata comes from an installed program.
enum VideoDate {
    /// The maximum number of elements or chunks to read.
    private static let maxElements = 1024

    // MARK: Matroska

    /// Returns the date of a Matroska file, in UTC (RFC 9559, 5.1.2.11).
    static func matroska(_ window: inout FileWindow) throws -> Date? {
        var (position, end) = (0, window.fileSize)
        for _ in 0..<maxElements {
            guard let (kind, content) = try element(at: position, before: end, &window) else { return nil }
            switch kind {
            case segment, information: (position, end) = (content.lowerBound, content.upperBound)
            case date where content.count == 8:
                guard let bytes = try window.bytes(at: content.lowerBound, 8) else { return nil }
                let nanoseconds = Int(bitPattern: bytes.reduce(UInt(0)) { $0 << 8 | UInt($1) })
                // Counted from 2001.
                return Timestamp(Date(timeIntervalSince1970: 978_307_200 + Double(nanoseconds) / 1e9))?.date
            case cluster: return nil
            default: position = content.upperBound
            }
        }
        return nil
    }

    private static let (segment, information, date, cluster) = (0x1853_8067, 0x1549_A966, 0x4461, 0x1F43_B675)

    /// Returns the element at a position (RFC 8794, 4 to 6), cut at the end; nil if there is none.
    private static func element(
        at position: Int, before end: Int, _ window: inout FileWindow
    ) throws -> (kind: Int, content: Range<Int>)? {
        guard end - position >= 2, let head = try window.bytes(at: position, min(12, end - position)) else {
            return nil
        }
        let kindBytes = head[0].leadingZeroBitCount + 1
        guard kindBytes <= 4, kindBytes < head.count, let kind = head.bigEndian(kindBytes, at: 0) else { return nil }
        let sizeBytes = head[kindBytes].leadingZeroBitCount + 1
        guard sizeBytes <= 8, let marked = head.bigEndian(sizeBytes, at: kindBytes) else { return nil }
        let start = position + kindBytes + sizeBytes
        guard start <= end else { return nil }
        // Only ones are an unknown size, which is larger than any file.
        let size = marked & (1 << (7 * sizeBytes) - 1)
        return (kind, start..<start + min(size, end - start))
    }

    // MARK: AVI

    /// Returns the date that a camera has written into an AVI file, in its local time (ExifTool, `RIFF.pm`).
    static func avi(_ window: inout FileWindow) throws -> LocalTime? {
        var (position, created) = (12, LocalTime?.none)
        for _ in 0..<maxElements {
            guard let head = try window.bytes(at: position, 8), let size = head.littleEndian(4, at: 4) else { break }
            let content = position + 8
            func time() throws -> LocalTime? {
                try window.bytes(at: content, min(size, 64))?.headerText.flatMap(LocalTime.init(text:))
            }
            switch String(decoding: head[..<4], as: UTF8.self) {
            case "LIST":
                let kind = try window.bytes(at: content, 4).map { String(decoding: $0, as: UTF8.self) }
                if kind == "hdrl" || kind == "INFO" {
                    position = content + 4
                    continue
                }
            case "IDIT": if let time = try time() { return time }
            case "ICRD": created = try created ?? time()
            default: break
            }
            // Chunks are padded to an even size.
            position = content + (size + 1) & ~1
        }
        return created
    }
}
