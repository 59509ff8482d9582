import Albums
import Basics
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

/// The programs on this computer.
private enum Installed {
    static let ffmpeg = VideoTool.installed(searchPath: nil).flatMap { $0.kind == .ffmpeg ? $0.path : nil }
    static let tools = ["ffmpeg", "ffmpegthumbnailer"].compactMap { name in
        VideoTool.Kind(rawValue: name).flatMap { kind in
            access("/usr/bin/\(name)", X_OK) == 0 ? VideoTool(kind: kind, path: "/usr/bin/\(name)") : nil
        }
    }
}

/// The installed programs on videos that ffmpeg makes.
@Suite("Installed tools for videos", .requires(program: "ffmpeg"), .timeLimit(.minutes(60)))
struct InstalledVideoToolTests {
    private let folder: TemporaryFolder
    private let picture = Quadrants(width: 640, height: 360, "RG/BY")
    private let tile = DecodedExtent.thumbnail(box: PixelSize(width: 60, height: 60))

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a video of three seconds, which shows the picture.
    private func video(_ name: String, options: [String] = ["-c:v", "mpeg4"]) throws -> [UInt8] {
        let still = "\(folder.path)/still.ppm"
        try Data("P6 640 360 255\n".utf8 + picture.rgb).write(to: URL(filePath: still))
        let path = "\(folder.path)/\(name)"
        let make = Process()
        make.executableURL = URL(filePath: try #require(Installed.ffmpeg))
        make.arguments =
            ["-nostdin", "-v", "error", "-loop", "1", "-framerate", "10", "-i", still, "-t", "3", "-q:v", "2"]
            + options + [path]
        try make.run()
        make.waitUntilExit()
        try #require(make.terminationStatus == 0)
        return Array(path.utf8)
    }

    /// A busy machine may take long to start a tool.
    private static let maxSeconds = 60.0

    private func decoding(_ tool: VideoTool) -> VideoDecoding {
        VideoDecoding(
            DecodingWorkers.ofBuiltProgram(),
            frames: VideoFrames(executable: BuiltProgram.path, maxSeconds: Self.maxSeconds) { tool })
    }

    @Test("Tools run under all protections, and show frames of every container", arguments: Installed.tools)
    func containers(tool: VideoTool) throws {
        let decoding = decoding(tool)
        let support = decoding.frames.support()
        guard case .protected(let program) = support else {
            Issue.record("not protected: \(support)")
            return
        }
        #expect(program.hasPrefix("\(tool.kind.rawValue) ") && program.contains("."))
        for name in ["a.mp4", "a.mov", "a.mkv", "a.avi", "a.mpg", "a.ts", "a.3gp", "a.wmv"] {
            let options =
                switch name {
                case "a.mpg", "a.ts": ["-c:v", "mpeg2video", "-r", "25"]
                case "a.wmv": ["-c:v", "wmv2"]
                default: ["-c:v", "mpeg4"]
                }
            let request = DecodingRequest(.file(path: try video(name, options: options)))
            let description = try decoding.describe(request, cancellation: DecodeCancellation())
            #expect(description.size == picture.size, "\(name)")
            if tool.kind == .ffmpeg || ["a.mp4", "a.mov", "a.3gp"].contains(name) {
                #expect(abs((description.details.duration ?? 0) - 3) < 0.2, "\(name)")
            }
            let level = try decoding.render(request, tile, cancellation: DecodeCancellation())
            #expect(level.bitmap.looks(like: picture, tolerance: 30), "\(name)")
            #expect(level.pictureSize == picture.size, "\(name)")
            let view = try decoding.render(
                request, .region(PixelRegion(all: picture.size), factor: 1, maxBytes: 1 << 27),
                cancellation: DecodeCancellation())
            #expect(view.bitmap.width >= 640 && view.bitmap.looks(like: picture, tolerance: 30), "\(name)")
        }
    }

    @Test("The size of a stretched video of another container is that of its frame")
    func stretched() throws {
        let tool = try #require(Installed.tools.first { $0.kind == .ffmpeg })
        let path = try video("a.mkv", options: ["-c:v", "mpeg4", "-vf", "setsar=2"])
        let request = DecodingRequest(.file(path: path))
        let decoding = decoding(tool)
        let description = try decoding.describe(request, cancellation: DecodeCancellation())
        let level = try decoding.render(request, .cached(side: 256), cancellation: DecodeCancellation())
        #expect(description.size == PixelSize(width: 1280, height: 360) && description.failure == nil)
        #expect(level.pictureSize == description.size && level.bitmap.width == 256 && level.bitmap.height == 72)
    }

    @Test("A frame is upright", arguments: Installed.tools)
    func rotated(tool: VideoTool) throws {
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: String(decoding: video("a.mp4"), as: UTF8.self))))
        let kind = try #require(bytes.indices.first { bytes[$0...].starts(with: "tkhd".utf8) })
        // A quarter turn clockwise, as phones write it.
        let matrix = [0, 1 << 16, 0, -(1 << 16), 0].flatMap { SampleVideo.big($0, 4) }
        bytes.replaceSubrange(kind + 44..<kind + 44 + matrix.count, with: matrix)
        let level = try decoding(tool).render(
            DecodingRequest(.memory(bytes)), tile, cancellation: DecodeCancellation())
        #expect(level.pictureSize == PixelSize(width: 360, height: 640))
        #expect(level.bitmap.looks(like: Quadrants(width: 360, height: 640, "BR/YG"), tolerance: 30))
        guard tool.kind == .ffmpeg else { return }
        let info = try decoding(tool).frames.info(
            of: OpenedSource(.memory(bytes)), format: .mp4, cancellation: DecodeCancellation())
        #expect(info?.size == level.pictureSize && abs((info?.duration ?? 0) - 3) < 0.2)
    }

    @Test("A video with pixels that aren't square is shown with square ones")
    func aspect() throws {
        let tool = try #require(Installed.tools.first)
        let path = try video("a.mp4", options: ["-c:v", "mpeg4", "-vf", "setsar=2"])
        let level = try decoding(tool).render(
            DecodingRequest(.file(path: path)), .cached(side: 256), cancellation: DecodeCancellation())
        #expect(level.pictureSize == PixelSize(width: 1280, height: 360))
        #expect(level.bitmap.width == 256 && level.bitmap.height == 72)
    }

    @Test("A damaged video has no frame", arguments: Installed.tools)
    func damaged(tool: VideoTool) throws {
        let decoding = decoding(tool)
        for bytes in [SampleVideo().mp4(), SampleVideo.matroska, SampleVideo.avi] {
            #expect(throws: PictureFailure.noVideoFrame(.failed)) {
                try decoding.render(DecodingRequest(.memory(bytes)), tile, cancellation: DecodeCancellation())
            }
        }
        let whole = try [UInt8](Data(contentsOf: URL(filePath: String(decoding: video("a.mp4"), as: UTF8.self))))
        #expect(throws: PictureFailure.damaged(format: "MP4")) {
            let cut = Array(whole.prefix(whole.count / 2))
            _ = try decoding.render(DecodingRequest(.memory(cut)), tile, cancellation: DecodeCancellation())
        }
    }

    @Test(
        "A list of other files is no video",
        arguments: ["#EXTM3U\nfile:///etc/passwd\n", "ffconcat version 1.0\nfile '/etc/passwd'\n"])
    func lists(text: String) throws {
        let tool = try #require(Installed.tools.first)
        let decoding = decoding(tool)
        try folder.addFile("a.mp4", contents: text)
        #expect(throws: PictureFailure.unknownFormat) {
            try decoding.render(
                DecodingRequest(.file(path: Array("\(folder.path)/a.mp4".utf8))), tile,
                cancellation: DecodeCancellation())
        }
        #expect(decoding.frames.messages.isEmpty)
    }
}
