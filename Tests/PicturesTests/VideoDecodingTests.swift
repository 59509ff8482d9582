import Albums
import Basics
import CellArt
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

/// The tools of these tests are scripts that print a picture.
@Suite("Decoding videos", .timeLimit(.minutes(60)))
struct VideoDecodingTests {
    private let folder: TemporaryFolder
    private let picture = Quadrants(width: 320, height: 180, "RG/BY")
    private let tile = DecodedExtent.thumbnail(box: PixelSize(width: 60, height: 60))

    init() throws {
        folder = try TemporaryFolder()
        try Data(SampleVideo().mp4()).write(to: URL(filePath: folder.path + "/video.mp4"))
        try Data("P6 320 180 255\n".utf8 + picture.rgb).write(to: URL(filePath: folder.path + "/frame.ppm"))
    }

    private var request: DecodingRequest { DecodingRequest(.file(path: Array("\(folder.path)/video.mp4".utf8))) }

    /// Creates a tool that logs its arguments, then runs a script in Perl.
    private func tool(_ text: String, kind: VideoTool.Kind = .ffmpeg) throws -> VideoTool {
        let script = "#!/usr/bin/perl\n$| = 1;\nprint STDERR \"@ARGV\\n\";\n\(text)\n__DATA__\n"
        let frame = try Data(contentsOf: URL(filePath: folder.path + "/frame.ppm"))
        return VideoTool(kind: kind, path: try folder.addProgram(kind.rawValue, contents: Array(script.utf8) + frame))
    }

    private static let printsFrame = "binmode DATA; binmode STDOUT; local $/; print <DATA>;"

    private func decoding(_ tool: VideoTool?, maxSeconds: Double = 60) -> VideoDecoding {
        VideoDecoding(
            DecodingWorkers.ofBuiltProgram(),
            frames: VideoFrames(executable: BuiltProgram.path, maxSeconds: maxSeconds) { tool })
    }

    private func render(
        _ decoding: VideoDecoding, _ extent: DecodedExtent? = nil,
        cancellation: DecodeCancellation = DecodeCancellation()
    ) throws -> PictureLevel {
        try decoding.render(request, extent ?? tile, cancellation: cancellation)
    }

    @Test("A video is shown as a frame, in the size of the video")
    func frame() throws {
        let decoding = try decoding(tool(Self.printsFrame))
        let level = try render(decoding)
        #expect(level.bitmap.looks(like: picture))
        #expect(level.pictureSize == PixelSize(width: 1920, height: 1080))
        #expect(level.region == PixelRegion(all: level.pictureSize))
        #expect(try level.file == PictureFile(path: Array("\(folder.path)/video.mp4".utf8)).fileVersion)
        let description = try decoding.describe(request, cancellation: DecodeCancellation())
        #expect(description.size == level.pictureSize && description.details.duration == 83.5)
        #expect(try decoding.preview(request, cancellation: DecodeCancellation()) == nil)
        #expect(try decoding.animation(request, cancellation: DecodeCancellation()) == nil)
    }

    @Test("Pictures are decoded as before, without a tool")
    func pictures() throws {
        let decoding = try decoding(tool(Self.printsFrame))
        let still = DecodingRequest(.memory(SampleJPEG.encode(picture)))
        #expect(try decoding.render(still, tile, cancellation: DecodeCancellation()).bitmap.looks(like: picture))
        #expect(decoding.frames.messages.isEmpty)
        #expect(throws: PictureFailure.unknownFormat) {
            try decoding.render(DecodingRequest(.memory([1, 2, 3])), tile, cancellation: DecodeCancellation())
        }
    }

    @Test("The frame is read a tenth of the way in, once for all tiles and once for all views")
    func kept() throws {
        let decoding = try decoding(tool(Self.printsFrame))
        for _ in 0..<2 { _ = try render(decoding) }
        _ = try render(decoding, .cached(side: 256))
        #expect(decoding.frames.messages.count == 1)
        let all = PixelRegion(all: PixelSize(width: 1920, height: 1080))
        for factor in [4, 2, 1] {
            let level = try render(decoding, .region(all, factor: factor, maxBytes: 128 << 20))
            #expect(level.region == all && level.bitmap.width == 320 && level.factor == 8)
        }
        #expect(decoding.frames.messages.count == 2)
        for word in ["-protocol_whitelist file,pipe ", "-skip_frame nokey ", "-ss 8350ms "] {
            #expect(decoding.frames.messages.allSatisfy { $0.text.contains(word) })
        }
    }

    @Test("If there is no frame at that time, the first one is shown")
    func retry() throws {
        let decoding = try decoding(tool("exit 1 unless \"@ARGV\" =~ /-ss 0ms/; \(Self.printsFrame)"))
        #expect(try render(decoding).bitmap.looks(like: picture))
        #expect(decoding.frames.messages.count == 2)
    }

    @Test("A video without a frame isn't tried again until the user asks")
    func failure() throws {
        let decoding = try decoding(tool("exit 1"))
        for _ in 0..<3 { #expect(throws: PictureFailure.noVideoFrame(.failed)) { try render(decoding) } }
        #expect(decoding.frames.messages.count == 2)
        decoding.forgetDangerousPictures()
        #expect(throws: PictureFailure.noVideoFrame(.failed)) { try render(decoding) }
        #expect(decoding.frames.messages.count == 4)
        #expect(PictureFailure.noVideoFrame(.failed).record == nil)
    }

    @Test(
        "A tool that prints no picture costs only its frame", arguments: ["", "print 'P6 9 9 255'", "print 'GIF89a'"])
    func noPicture(script: String) throws {
        #expect(throws: PictureFailure.self) { try render(decoding(tool(script))) }
    }

    @Test("A tool that takes too long is stopped, and cancelling stops it at once")
    func time() async throws {
        let endless = try decoding(tool("sleep 1 while 1;"), maxSeconds: 0.7)
        #expect(throws: PictureFailure.noVideoFrame(.failed)) { try render(endless) }
        let cancellation = DecodeCancellation()
        let other = try decoding(tool("sleep 1 while 1;"), maxSeconds: 3600)
        let running = Thread.running { try render(other, cancellation: cancellation) }
        try await waitUntil { other.frames.runningCount != 0 }
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test("Tools leave one core to photos, and waiting ones can be cancelled")
    func count() async throws {
        let decoding = try decoding(tool("sleep 1 while 1;"), maxSeconds: 3600)
        let cancellations = (0..<4).map { _ in DecodeCancellation() }
        let running = cancellations.map { cancellation in
            Thread.running { try render(decoding, cancellation: cancellation) }
        }
        try await waitUntil { decoding.frames.runningCount >= VideoFrames.maxTools }
        #expect(decoding.frames.runningCount == VideoFrames.maxTools)
        #expect([1, 2, 3, 8].map(VideoFrames.maxTools) == [1, 1, 2, 2])
        for cancellation in cancellations { cancellation.cancel() }
        for result in running { await #expect(throws: CancellationError.self) { try await result.value } }
        #expect(decoding.frames.runningCount == 0)
    }

    @Test("Without a program, the reason says so, and one that is installed later is used")
    func noProgram() throws {
        let frames = VideoFrames(executable: BuiltProgram.path) { [folder] in
            VideoTool.installed(searchPath: folder.path, systemFolders: [])
        }
        let decoding = VideoDecoding(DecodingWorkers.ofBuiltProgram(), frames: frames)
        #expect(throws: PictureFailure.noVideoFrame(.noProgram)) { try render(decoding) }
        #expect(frames.support() == .missing)
        #expect(try decoding.describe(request, cancellation: DecodeCancellation()).details.duration == 83.5)
        #expect(PictureFailure.noVideoFrame(.noProgram).record == nil)
        _ = try tool(Self.printsFrame)
        #expect(try render(decoding).bitmap.looks(like: picture))
    }

    /// Prints what ffmpeg does if asked for it, and otherwise a frame.
    private static let printsInfo = """
        if ("@ARGV" =~ /-loglevel level.info/) {
            print STDERR "[info]   Duration: 00:01:40.00, start: 0\\n";
            print STDERR "[info]   Stream #0:0: Video: mpeg4, yuv420p, 1280x720 [SAR 1:1 DAR 16:9], 25 fps\\n";
            exit 0;
        }
        \(printsFrame)
        """

    @Test("The size and length of other containers come from the program, once for all tiles and views")
    func otherContainer() throws {
        let decoding = try decoding(tool(Self.printsInfo))
        let path = folder.path + "/video.avi"
        try Data(SampleVideo.avi).write(to: URL(filePath: path))
        let request = DecodingRequest(.file(path: Array(path.utf8)))
        let description = try decoding.describe(request, cancellation: DecodeCancellation())
        #expect(description.size == PixelSize(width: 1280, height: 720) && description.failure == nil)
        #expect(description.details.duration == 100 && description.details.missingPackage == nil)
        for extent in [tile, .region(PixelRegion(x: 0, y: 0, width: 1280, height: 720), factor: 4, maxBytes: 1 << 27)] {
            let level = try decoding.render(request, extent, cancellation: DecodeCancellation())
            #expect(level.pictureSize == description.size && level.bitmap.looks(like: picture))
        }
        let commands = decoding.frames.messages.map(\.text)
        #expect(commands.count == 3 && commands[0].contains("-loglevel level+info"))
        #expect(commands.dropFirst().allSatisfy { $0.contains("-ss 10000ms ") })
    }

    @Test("Without a program, another container is still a video with its sidecar, which is read again later")
    func otherContainerWithoutProgram() throws {
        let path = folder.path + "/video.avi"
        try Data(SampleVideo.avi).write(to: URL(filePath: path))
        try folder.addFile(
            "video.avi.json",
            contents: #"{"photoTakenTime": {"timestamp": "1561975200"}, "description": "At the lake"}"#)
        let request = DecodingRequest(.file(path: Array(path.utf8)))
        let description = try decoding(nil).describe(request, cancellation: DecodeCancellation())
        #expect(description.size == nil && description.failure == .noVideoFrame(.noProgram))
        #expect(description.details.duration == nil && description.details.missingPackage == "ffmpeg")
        #expect(description.details.description == "At the lake")
    }

    @Test("Without a size from the program, the size is that of the frame")
    func otherContainerByThumbnailer() throws {
        let decoding = try decoding(tool(Self.printsFrame, kind: .ffmpegthumbnailer))
        let path = folder.path + "/video.avi"
        try Data(SampleVideo.avi).write(to: URL(filePath: path))
        let request = DecodingRequest(.file(path: Array(path.utf8)))
        let description = try decoding.describe(request, cancellation: DecodeCancellation())
        #expect(description.size == PixelSize(width: 320, height: 180) && description.details.duration == nil)
    }

    @Test("A frame is stored as a thumbnail; without a program, nothing is recorded")
    func thumbnail() throws {
        let (written, failures) = (Counter(), Counter())
        let store = ThumbnailStore(
            entries: { _, _ in [] }, failureEntry: { _ in nil }, touch: { _ in }, canWrite: { _ in true },
            write: { _, _ in written.enter() > 0 }, writeFailure: { _, _ in failures.enter() > 0 })
        func fill(_ tool: VideoTool?, isDryRun: Bool = false) throws -> ThumbnailFiller.Outcome {
            try ThumbnailFiller(store: store, decoding: decoding(tool), hasVideoProgram: { tool != nil }).fill(
                Array("\(folder.path)/video.mp4".utf8), isDryRun: isDryRun, cancellation: DecodeCancellation())
        }
        #expect(try fill(nil, isDryRun: true) == .noVideoFrames(.noProgram))
        #expect(try fill(tool("exit 1"), isDryRun: true) == .made)
        #expect(try fill(nil) == .noVideoFrames(.noProgram))
        #expect(try fill(tool("exit 1")) == .failed(.noVideoFrame(.failed), isKnown: false))
        #expect(written.total == 0 && failures.total == 0)
        #expect(try fill(tool(Self.printsFrame)) == .made)
        #expect(written.total == 1 && failures.total == 0)
    }

    @Test("ffmpeg is preferred, folders of the system come first, and relative ones are ignored")
    func installed() throws {
        let (system, own) = (try folder.makeFolder("system"), try folder.makeFolder("own"))
        func find(_ path: String?) -> String? {
            VideoTool.installed(searchPath: path, systemFolders: [system])?.path
        }
        func install(_ path: String) throws {
            try folder.addProgram(path, contents: "")
        }
        #expect(find(own) == nil && find(nil) == nil)
        try install("system/ffmpegthumbnailer")
        #expect(find(own) == "\(system)/ffmpegthumbnailer")
        try install("own/ffmpeg")
        #expect(find(".:own::\(own)") == "\(own)/ffmpeg")
        #expect(find(".:own:") == "\(system)/ffmpegthumbnailer")
        try install("system/ffmpeg")
        #expect(find(own) == "\(system)/ffmpeg")
    }

    @Test("A tool with an unknown command line gets only the time, the size and the open file")
    func thumbnailer() throws {
        let decoding = try decoding(tool(Self.printsFrame, kind: .ffmpegthumbnailer))
        #expect(try render(decoding).bitmap.looks(like: picture))
        #expect(decoding.frames.messages.map(\.text) == ["-i /proc/self/fd/0 -o - -c png -s 512 -t 00:00:08"])
    }

    @Test("Without protections, there is no frame, and the diagnosis has the reason")
    func unprotected() throws {
        let tool = try tool(Self.printsFrame)
        // Ends like the role on a system without Landlock.
        let old = try folder.addProgram(
            "old", contents: "#!/bin/sh\necho 'Landlock: Function not implemented' >&2\nexit 96\n")
        let frames = VideoFrames(executable: old) { tool }
        let decoding = VideoDecoding(DecodingWorkers.ofBuiltProgram(), frames: frames)
        #expect(throws: PictureFailure.noVideoFrame(.unprotected)) { try render(decoding) }
        #expect(frames.support() == .unprotected("ffmpeg", reason: "Landlock: Function not implemented"))
        #expect(PictureFailure.noVideoFrame(.unprotected).record == nil)
    }

    @Test("A tool that doesn't run isn't blamed on the video, and the diagnosis says why")
    func failingTool() throws {
        let file = try folder.addProgram("ffmpeg", contents: "#!/nothing\n")
        let decoding = decoding(VideoTool(kind: .ffmpeg, path: file))
        #expect(throws: PictureFailure.noVideoFrame(.failed)) { try render(decoding) }
        let missing = decoding.frames.support()
        #expect(missing == .failing("ffmpeg", reason: "\(file): No such file or directory"))
        _ = try tool("print STDERR \"libx.so is missing\\n\"; exit 127;")
        #expect(decoding.frames.support() == .failing("ffmpeg", reason: "libx.so is missing"))
        // The video wasn't remembered as one without a frame.
        _ = try tool(Self.printsFrame)
        #expect(try render(decoding).bitmap.looks(like: picture))
    }

    @Test("A cancelled video is read when it is requested again")
    func cancelled() async throws {
        let decoding = try decoding(tool("close STDOUT; sleep 1 while 1;"), maxSeconds: 3600)
        let cancellation = DecodeCancellation()
        let running = Thread.running { try render(decoding, cancellation: cancellation) }
        try await waitUntil { decoding.frames.runningCount != 0 }
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        _ = try tool(Self.printsFrame)
        #expect(try render(decoding).bitmap.looks(like: picture))
    }

    @Test("Files are not read to recognize videos")
    func unread() throws {
        let service = RecordedPictures(level: try render(decoding(tool(Self.printsFrame))))
        let decoding = VideoDecoding(service, frames: VideoFrames(executable: "/nothing") { nil })
        // The content is a video, but only the decoders of pictures have a say in that.
        #expect(try render(decoding).bitmap == service.level.bitmap)
        #expect(try decoding.preview(request, cancellation: DecodeCancellation())?.bitmap == service.level.bitmap)
        service.failure.withLock { $0 = .tookTooLong }
        #expect(throws: PictureFailure.tookTooLong) { try render(decoding) }
        #expect(throws: PictureFailure.tookTooLong) {
            try decoding.describe(request, cancellation: DecodeCancellation())
        }
        #expect(service.calls.total == 4)
    }

    /// Returns or throws the same for each request.
    private final class RecordedPictures: DecodingService {
        let level: PictureLevel
        let failure = Mutex<PictureFailure?>(nil)
        let calls = Counter()

        init(level: PictureLevel) {
            self.level = level
        }

        private func answer() throws -> PictureLevel {
            calls.enter()
            if let failure = failure.withLock({ $0 }) { throw failure }
            return level
        }

        func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
            PictureDescription(size: try answer().pictureSize, details: PhotoDetails())
        }

        func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
            try answer()
        }

        func render(
            _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
        ) throws -> PictureLevel { try answer() }

        func cachedThumbnail(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
        ) throws -> PictureLevel? { nil }

        func recordedFailure(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
        ) throws -> PictureFailure? { nil }

        func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? { nil }

        func forgetDangerousPictures() {}
    }

    @Test("The processor time of a tool makes its thumbnail worth storing")
    func usedTime() throws {
        let cancellation = DecodeCancellation()
        _ = try render(
            decoding(tool("my $n = 0; $n++ while (times)[0] < 0.1; \(Self.printsFrame)")), cancellation: cancellation)
        #expect(cancellation.usedSeconds >= 0.1)
    }
}
