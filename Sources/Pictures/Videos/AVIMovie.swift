import Basics

/// Reads the header lists of an AVI file (OpenDML AVI 1.02).
enum AVIMovie {
    /// More than any file has before its frames.
    private static let maxChunks = 256

    static func header(_ window: inout FileWindow) throws -> VideoHeader {
        var header = VideoHeader()
        var position = 12
        var isVideo = false
        for _ in 0..<maxChunks {
            guard let head = try window.bytes(at: position, 12), let length = head.littleEndian(at: 4) else { break }
            let content = position + 8
            switch String(decoding: head[..<4], as: UTF8.self) {
            case "LIST":
                // The frames follow.
                if head[8...].elementsEqual("movi".utf8) { return header }
                // Its chunks are read like the others.
                position = content + 4
                continue
            case "avih":
                guard let bytes = try window.bytes(at: content, 40), let microseconds = bytes.littleEndian(at: 0),
                    let frames = bytes.littleEndian(at: 16)
                else { break }
                header.size = PixelSize(
                    width: bytes.littleEndian(at: 32).flatMap { Side($0) },
                    height: bytes.littleEndian(at: 36).flatMap { Side($0) })
                header.details.setDuration(Double(microseconds) * Double(frames) / 1e6)
            // The header before counts only the frames of the first gigabyte.
            case "strh" where !isVideo:
                guard let bytes = try window.bytes(at: content, 36), bytes.starts(with: "vids".utf8),
                    let scale = bytes.littleEndian(at: 20), let rate = bytes.littleEndian(at: 24),
                    let count = bytes.littleEndian(at: 32)
                else { break }
                isVideo = true
                if let length = PlayingTime(Double(count) * Double(scale) / Double(rate)) {
                    header.details.setDuration(length.seconds)
                }
            default: break
            }
            // Chunks are padded to an even size.
            position = content + (Int(length) + 1) & ~1
        }
        return header
    }
}
