import Glibc

/// An installed program that reads a frame of a video.
///
/// FFmpeg isn't linked, because its 200 shared libraries take 40 ms to load. A separate process can also be confined as a
/// whole.
struct VideoTool: Hashable, Sendable {
    enum Kind: String, CaseIterable {
        /// Preferred: supports a protocol whitelist and a fixed container format.
        case ffmpeg
        case ffmpegthumbnailer
    }

    let kind: Kind
    /// Absolute.
    let path: String

    /// Finds a program in the system's folders, or in those of `PATH`; nil if none is installed.
    /// - Parameter searchPath: the value of `PATH`. Relative folders in it are ignored.
    static func installed(
        searchPath: String?, systemFolders: [String] = ["/usr/local/bin", "/usr/bin", "/bin"]
    ) -> VideoTool? {
        let folders = systemFolders + (searchPath ?? "").split(separator: ":").map(String.init)
        for kind in Kind.allCases {
            for folder in folders where folder.hasPrefix("/") {
                let path = "\(folder)/\(kind.rawValue)"
                if access(path, X_OK) == 0 { return VideoTool(kind: kind, path: path) }
            }
        }
        return nil
    }

    /// The frame that a tool reads.
    struct Frame: Hashable {
        let format: VideoFormat
        /// In seconds from the start.
        var time: Double
        /// Whether to decode only key frames, which is much faster.
        var isKeyFrame: Bool
        /// The maximum width and height, in pixels.
        var side: Int
    }

    /// Returns the command that prints the size and length of the video on standard input, and decodes nothing; nil if the
    /// program can't.
    func informationCommand(_ format: VideoFormat) -> [String]? {
        switch kind {
        case .ffmpeg:
            [path, "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info"] + Self.input(format)
                + ["-map", "0:v:0", "-c", "copy", "-t", "0", "-f", "null", "pipe:1"]
        case .ffmpegthumbnailer: nil
        }
    }

    /// Begins each line about the video in the messages of `informationCommand`.
    static let informationPrefix = "[info] "
    /// Log levels of lines of `informationCommand` to ignore. The name of a component may precede the level.
    static let harmlessLevels = ["[info] ", "[warning] "]

    /// Opens only the video, in this container.
    private static func input(_ format: VideoFormat) -> [String] {
        ["-protocol_whitelist", "file,pipe", "-f", format.demuxer, "-i", "file:\(video)"]
    }

    /// Returns the command that writes a frame of the video on standard input to standard output, as a picture.
    func command(_ frame: Frame) -> [String] {
        switch kind {
        case .ffmpeg: [path] + ffmpegInput(frame) + ffmpegOutput(frame)
        case .ffmpegthumbnailer:
            // It seeks only to key frames, and enlarges small ones unless the size is 0.
            [
                path, "-i", Self.video, "-o", "-", "-c", "png", "-s",
                frame.side < VideoFrames.largeSide ? "\(frame.side)" : "0", "-t", Self.clock(frame.time),
            ]
        }
    }

    private func ffmpegInput(_ frame: Frame) -> [String] {
        let keyFrame = frame.isKeyFrame ? ["-skip_frame", "nokey", "-noaccurate_seek"] : []
        return [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1", "-filter_threads", "1",
        ] + keyFrame + ["-ss", "\(Int((frame.time * 1000).rounded()))ms"] + Self.input(frame.format)
    }

    private func ffmpegOutput(_ frame: Frame) -> [String] {
        // Pixels of some videos aren't square.
        let scale = "min(1,\(frame.side)/max(iw*sar,ih))"
        let size = "'max(1,trunc(iw*sar*\(scale)))':'max(1,trunc(ih*\(scale)))'"
        return [
            "-map", "0:v:0", "-an", "-sn", "-dn", "-frames:v", "1", "-vf", "scale=\(size),setsar=1", "-c:v", "ppm",
            "-f", "image2pipe", "pipe:1",
        ]
    }

    /// The command that prints the version.
    var versionCommand: [String] {
        switch kind {
        case .ffmpeg: [path, "-version"]
        case .ffmpegthumbnailer: [path, "-v"]
        }
    }

    /// Standard input, reopened so that the program can seek in it. The program doesn't learn the name of the file.
    private static let video = "/proc/self/fd/0"

    /// Formats a time as `00:01:23`.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

extension VideoFormat {
    /// FFmpeg's name of the container. Other containers, such as lists of further files, aren't tried.
    fileprivate var demuxer: String {
        switch self {
        case .mp4, .quickTime: "mov"
        case .matroska: "matroska"
        case .avi: "avi"
        case .mpeg: "mpeg"
        case .transportStream: "mpegts"
        case .flashVideo: "flv"
        case .windowsMedia: "asf"
        case .ogg: "ogg"
        case .mxf: "mxf"
        }
    }
}
