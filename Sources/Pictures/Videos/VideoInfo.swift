import Albums
import Basics

/// The size and length of a video, as ffmpeg prints them.
struct VideoInfo: Hashable, Sendable {
    /// Upright and with square pixels.
    var size: PixelSize?
    /// In seconds.
    var duration: Double?

    /// Parses lines such as these, which follow one another:
    ///
    ///     [info]   Duration: 00:01:23.45, start: 0.000000, bitrate: 160 kb/s
    ///     [info]   Stream #0:0: Video: mpeg4, yuv420p, 640x480 [SAR 1:1 DAR 4:3], 25 fps
    ///     [info]       displaymatrix: rotation of -90.00 degrees
    init(ffmpegMessages: [UInt8]) {
        var stream: [Substring] = []
        for line in String(decoding: ffmpegMessages, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.hasPrefix(VideoTool.informationPrefix) else { continue }
            let line = line.dropFirst(VideoTool.informationPrefix.count)
            // The streams of the output follow.
            if line.hasPrefix("Output #") { break }
            if line.hasPrefix("  Duration: ") {
                duration = duration ?? Self.duration(line.dropFirst("  Duration: ".count).prefix { $0 != "," })
            } else if line.hasPrefix("  Stream #") {
                // The frame is of the first stream with pictures.
                if !stream.isEmpty { break }
                if line.contains(": Video: ") { stream.append(line) }
            } else if !stream.isEmpty {
                stream.append(line)
            }
        }
        size = Self.size(stream)
    }

    /// Parses a time such as `00:01:23.45`.
    private static func duration(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
        return PlayingTime(3600 * hours + 60 * minutes + seconds)?.seconds
    }

    private static func size(_ stream: [Substring]) -> PixelSize? {
        guard let fields = stream.first?.split(separator: ", ") else { return nil }
        let size = fields.lazy.compactMap { Self.pair($0.prefix { $0 != " " }, separator: "x") }.first
        guard let size, size.0 > 0, size.1 > 0 else { return nil }
        // Of two pixel aspect ratios, the container's comes last, and counts.
        let words = stream[0].split { " [],".contains($0) }
        let aspects = zip(words, words.dropFirst()).compactMap { $0 == "SAR" ? Self.pair($1, separator: ":") : nil }
        let aspect = aspects.last.map { $1 > 0 && $0 > 0 ? $0 / $1 : 1 } ?? 1
        let width = Side(Int(min(max(1, size.0 * aspect), Double(Side.range.upperBound) + 1)))
        let height = Side(Int(min(size.1, Double(Side.range.upperBound) + 1)))
        return isQuarterTurned(stream)
            ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    private static func isQuarterTurned(_ stream: [Substring]) -> Bool {
        // Versions of ffmpeg differ.
        let markers = ["displaymatrix: rotation of ", "Display Matrix: rotation of "]
        for line in stream.map({ $0.drop { $0 == " " } }) {
            guard let marker = markers.first(where: line.hasPrefix),
                let degrees = Double(line.dropFirst(marker.count).prefix { $0 != " " })
            else { continue }
            return (45..<135).contains(abs(degrees.remainder(dividingBy: 360)))
        }
        return false
    }

    /// Parses two whole numbers.
    private static func pair(_ text: Substring, separator: Character) -> (Double, Double)? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.count < 10 && $0.allSatisfy(\.isWholeNumber) }),
            let first = Double(parts[0]), let second = Double(parts[1])
        else { return nil }
        return (first, second)
    }
}
