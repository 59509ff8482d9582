import Albums
import Basics
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

extension DecodingWorkers {
    static func ofBuiltProgram(maxIdleTime: Duration = .seconds(60)) -> DecodingWorkers {
        DecodingWorkers(executable: BuiltProgram.path, maxIdleTime: maxIdleTime)
    }
}

@Suite("Decoding workers", .timeLimit(.minutes(60)))
struct DecodingWorkersTests {
    // On a busy computer, tests wait for longer than a minute.
    private let workers = DecodingWorkers.ofBuiltProgram(maxIdleTime: .seconds(600))
    private let local = InProcessDecoding()
    private let picture = Quadrants(width: 960, height: 640, "RG/BY")
    private let files = TemporaryFiles()

    private var samples: [(format: String, bytes: [UInt8])] {
        [
            ("JPEG", SampleJPEG.encode(picture)),
            (
                "JPEG with thumbnail",
                SampleJPEG.adding(
                    thumbnail: SampleJPEG.encode(Quadrants(width: 150, height: 100, "YB/GR")),
                    to: SampleJPEG.encode(picture))
            ),
            ("PNG", SamplePNG(picture).encode(picture.rgb)),
            ("WebP", SampleWebP.encode(picture)), ("GIF", SampleGIF.encode(picture)),
            ("TIFF", SampleTIFF.encode(picture)), ("HEIC", SampleHEIF(thumbnailSide: 160).encode(picture)),
        ]
    }

    private func render(
        _ bytes: [UInt8], _ extent: DecodedExtent = .thumbnail(box: PixelSize(width: 60, height: 60)),
        limits: DecodeLimits = .default, cancellation: DecodeCancellation = DecodeCancellation()
    ) throws -> PictureLevel {
        try workers.render(DecodingRequest(.memory(bytes), limits: limits), extent, cancellation: cancellation)
    }

    @Test("A worker answers like the decoders in this process")
    func answers() throws {
        for (format, bytes) in samples {
            let path = files.path(of: bytes)
            let cancellation = DecodeCancellation()
            for source in [EncodedSource.memory(bytes), .file(path: path)] {
                let request = DecodingRequest(source)
                let description = try workers.describe(request, cancellation: cancellation)
                let expected = try local.describe(request, cancellation: cancellation)
                #expect(description.size == expected.size && description.details == expected.details, "\(format)")
                for extent in [
                    DecodedExtent.thumbnail(box: PixelSize(width: 60, height: 60)), .covering(picture.size),
                    .fitting(PixelSize(width: 100, height: 90), pixelAspect: 1.5),
                    .region(PixelRegion(x: 8, y: 8, width: 64, height: 32), factor: 2, maxBytes: 100),
                ] {
                    let level = try workers.render(request, extent, cancellation: cancellation)
                    let expected = try local.render(request, extent, cancellation: cancellation)
                    #expect(level.bitmap == expected.bitmap, "\(format) \(extent)")
                    #expect(level.region == expected.region && level.factor == expected.factor)
                    #expect(level.pictureSize == expected.pictureSize && level.origin == expected.origin)
                    #expect(level.file == expected.file && level.isTruncated == expected.isTruncated)
                }
                let preview = try workers.preview(request, cancellation: cancellation)
                let expectedPreview = try local.preview(request, cancellation: cancellation)
                #expect(preview?.bitmap == expectedPreview?.bitmap && preview?.origin == expectedPreview?.origin)
                #expect((preview != nil) == ["JPEG with thumbnail", "HEIC"].contains(format))
            }
        }
    }

    @Test("Metadata arrives whole")
    func details() throws {
        let request = DecodingRequest(.memory(SampleHEIF(exif: SampleExif.camera).encode(picture)))
        let details = try workers.describe(request, cancellation: DecodeCancellation()).details
        #expect(try details == local.describe(request, cancellation: DecodeCancellation()).details)
        #expect(details.camera == "NIKON D3100" && details.coordinate != nil && details.taken != nil)
    }

    @Test("Workers start whatever descriptors the program has open")
    func descriptors() throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<16 {
            opened.append(open("/dev/null", O_RDONLY | O_CLOEXEC))
            #expect(try DecodingWorkers.ofBuiltProgram().report().protections.noNewPrivileges == 0)
        }
    }

    @Test("A program that is no worker counts as a crash, without a wait")
    func otherProgram() {
        #expect(throws: PictureFailure.decoderCrashed) { try DecodingWorkers(executable: "/bin/true").report() }
        #expect(throws: PictureFailure.self) { try DecodingWorkers(executable: "/nothing").report() }
    }

    @Test("A picture beyond the first area arrives whole")
    func largeAnswer() throws {
        let large = Quadrants(width: 1500, height: 1100, "RG/BY")
        let level = try render(SampleJPEG.encode(large), .covering(large.size))
        #expect(level.bytes > DecodingWorker.areaBytes && level.bitmap.looks(like: large))
    }

    @Test("A failure has its reason")
    func failures() {
        #expect(throws: PictureFailure.unknownFormat) { try render([1, 2, 3]) }
        #expect(throws: PictureFailure.empty) { try render([]) }
        #expect(throws: PictureFailure.damaged(format: "JPEG")) { try render([0xFF, 0xD8]) }
        #expect(throws: PictureFailure.fileTooLarge(maxBytes: 3)) {
            var limits = DecodeLimits.default
            limits.fileBytes = 3
            _ = try render(samples[0].bytes, limits: limits)
        }
    }

    @Test("Killing a decoder costs only its picture, which is not decoded again until the user asks")
    func killed() async throws {
        // The shared pool can be busy for longer than the test waits.
        try await withTaskExecutorPreference(DedicatedThread(label: "killed decoder")) {
            _ = try render(samples[0].bytes)
            let process = try #require(workers.idleProcesses.first)
            var limits = DecodeLimits.default
            limits.tileSeconds = 300
            let before = processorTime(of: process)
            let rendering = Thread.running { [limits] in try render(HostilePicture.endlessProfile, limits: limits) }
            try await waitUntil { processorTime(of: process) > before + 10 }
            kill(process, SIGKILL)
            await #expect(throws: PictureFailure.neededTooMuchMemory) { try await rendering.value }
            #expect(try render(samples[0].bytes).bitmap.looks(like: picture))
            let started = workers.startedCount
            #expect(throws: PictureFailure.neededTooMuchMemory) { try render(HostilePicture.endlessProfile) }
            #expect(workers.startedCount == started)
            workers.forgetDangerousPictures()
            limits.tileSeconds = 0.1
            #expect(throws: PictureFailure.tookTooLong) { try render(HostilePicture.endlessProfile, limits: limits) }
        }
    }

    /// Returns the processor time of a process, in ticks; 0 after its end.
    private func processorTime(of process: pid_t) -> Int {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // The name before the parenthesis may contain spaces (proc(5)).
        let fields = (line.split(separator: ")").last ?? "").split(separator: " ")
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    @Test("A picture that crashes its decoder costs only itself")
    func crash() throws {
        #expect {
            try render(HostilePicture.derivedFromItself)
        } throws: { error in
            // libheif 1.23 notices that the picture is derived from itself.
            [.decoderCrashed, .damaged(format: "AVIF")].contains(error as? PictureFailure)
        }
        #expect(try render(samples[0].bytes).bitmap.looks(like: picture))
    }

    @Test("A decoder that takes too long is stopped")
    func time() throws {
        var limits = DecodeLimits.default
        limits.tileSeconds = 0.1
        #expect(throws: PictureFailure.tookTooLong) { try render(HostilePicture.endlessProfile, limits: limits) }
        #expect(try render(samples[0].bytes).bitmap.looks(like: picture))
    }

    @Test("The last messages of decoders are kept, printable and with the reason")
    func messagesOfDecoders() throws {
        let folder = try TemporaryFolder()
        let workers = DecodingWorkers(
            executable: try folder.addProgram(
                "decoder", contents: "#!/bin/sh\nseq 10 >&2; printf '\\033]0;x\\007 no library' >&2\n"))
        #expect(workers.messages.isEmpty)
        #expect(throws: PictureFailure.decoderCrashed) { try workers.report() }
        #expect(workers.messages.map(\.text) == ["7", "8", "9", "10", "?]0;x? no library"])
        #expect(workers.messages.allSatisfy { $0.failure == .decoderCrashed })
    }

    @Test("The output of a running decoder is kept until it is read")
    func messagesOfRunningDecoder() throws {
        let folder = try TemporaryFolder()
        // Only root may write to the output of a worker itself, so another program does before it becomes the worker. A
        // pipe has 64 KB.
        let program = try folder.addProgram(
            "decoder",
            contents: """
                #!/bin/bash
                for ((line = 0; line < 1000; line++)); do printf '%099d\\n' 0 || break; done >&2 2>/dev/null
                exec -a '\(DecodingWorker.name)' '\(BuiltProgram.path)'
                """)
        let workers = DecodingWorkers(executable: program)
        #expect(throws: PictureFailure.unknownFormat) {
            try workers.render(
                DecodingRequest(.memory([1, 2, 3])), .covering(picture.size), cancellation: DecodeCancellation())
        }
        #expect(workers.messages.count == 5)
        #expect(workers.messages.allSatisfy { $0.text.count <= 99 })
    }

    // Only root may write to the output of a decoder.
    @Test("The message of a decoder names the file that it is about", .requiresRoot)
    func messagesAboutFiles() throws {
        let folder = try TemporaryFolder()
        try folder.addFile("broken.jpg", contents: "no picture")
        _ = try workers.report()
        let output = open("/proc/\(try #require(workers.idleProcesses.first))/fd/2", O_WRONLY | O_CLOEXEC)
        try #require(output >= 0)
        #expect(write(output, "strange data\n", 13) == 13)
        close(output)
        let path = Array("\(folder.path)/broken.jpg".utf8)
        #expect(throws: PictureFailure.unknownFormat) {
            try workers.render(
                DecodingRequest(.file(path: path)), .thumbnail(box: PixelSize(width: 8, height: 8)),
                cancellation: DecodeCancellation())
        }
        let message = try #require(workers.messages.first)
        #expect(message.path == path && message.text == "strange data" && message.failure == .unknownFormat)
    }

    @Test("A decoder that makes no progress is stopped, and others go on")
    func standstill() async throws {
        _ = try workers.report()
        let stuck = try #require(workers.idleProcesses.first)
        // Like a worker that reads from a network file system that hangs.
        #expect(kill(stuck, SIGSTOP) == 0)
        let decode = Task.detached {
            var limits = DecodeLimits.default
            limits.standstillSeconds = 1
            return try render(samples[0].bytes, limits: limits)
        }
        try await waitUntil { workers.idleProcesses.isEmpty }
        #expect(try render(samples[1].bytes).bitmap.looks(like: picture))
        await #expect(throws: PictureFailure.tookTooLong) { try await decode.value }
        // A process of low priority may end late; the next request removes it from the system's table.
        try await waitUntil {
            _ = try render(samples[1].bytes)
            return kill(stuck, 0) != 0
        }
    }

    @Test("A decoder that gets no memory is stopped with that reason, in every format")
    func exhaustion() throws {
        var limits = DecodeLimits.default
        limits.standstillSeconds = 10
        for (format, bytes) in samples {
            var failures = 0
            for allowed in stride(from: 0, through: 4 << 20, by: 2 << 20) {
                // A new worker, because freed memory can be used again.
                let workers = DecodingWorkers.ofBuiltProgram()
                _ = try workers.report()
                try limitMemory(of: try #require(workers.idleProcesses.first), growingBy: allowed)
                do {
                    let level = try workers.render(
                        DecodingRequest(.memory(bytes), limits: limits), .covering(picture.size),
                        cancellation: DecodeCancellation())
                    #expect(level.bitmap.looks(like: picture, tolerance: 24), "\(format) \(allowed)")
                } catch PictureFailure.tookTooLong where format == "HEIC" {
                    // Without memory, libde265 can wait for ever.
                    break
                } catch {
                    failures += 1
                    #expect(error as? PictureFailure == .neededTooMuchMemory, "\(format) \(allowed)")
                }
            }
            #expect(failures > 0, "\(format)")
        }
    }

    /// Lets a process have some bytes more than it has now.
    private func limitMemory(of process: pid_t, growingBy bytes: Int) throws {
        let pages = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ").first
        let used = try #require(pages.flatMap { Int($0) }) * Int(getpagesize())
        // Swift's overlay of the C library lacks this function.
        typealias SetLimit =
            @convention(c) (
                pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?
            ) -> Int32
        let setLimit = unsafeBitCast(try #require(dlsym(nil, "prlimit")), to: SetLimit.self)
        var limit = rlimit()
        #expect(setLimit(process, Int32(RLIMIT_AS.rawValue), nil, &limit) == 0)
        limit.rlim_cur = rlim_t(used + bytes)
        #expect(setLimit(process, Int32(RLIMIT_AS.rawValue), &limit, nil) == 0)
    }

    @Test("Cancelling ends a decode that doesn't notice it, and the picture may be decoded again")
    func cancellation() async throws {
        let cancellation = DecodeCancellation()
        let decode = Task.detached {
            try render(HostilePicture.endlessProfile, cancellation: cancellation)
        }
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await decode.value }
        #expect(throws: PictureFailure.tookTooLong) {
            var limits = DecodeLimits.default
            limits.tileSeconds = 0.1
            _ = try render(HostilePicture.endlessProfile, limits: limits)
        }
    }

    @Test("A slow picture does not delay the others, even if there are more of them than cores")
    func spares() async throws {
        let loader = PictureLoader(decoding: workers, threads: 1)
        let style = ArtStyle(symbols: .half, colors: .trueColor)
        func tile(_ name: String, _ bytes: [UInt8]) async throws -> RenderedPicture {
            try await loader.sharpTile(
                of: PhotoVersion(name), from: .file(path: files.path(of: bytes)),
                as: TileRequest(columns: 8, rows: 4, style: style))
        }
        let slow = Task { try await tile("slow", HostilePicture.endlessProfile) }
        try await waitUntil { workers.startedCount != 0 }
        _ = try await tile("good", samples[0].bytes)
        #expect(!slow.isCancelled)
        slow.cancel()
        await #expect(throws: (any Error).self) { try await slow.value }
    }

    @Test("An animation plays in a worker like in this process, and a third one is a still picture")
    func animation() throws {
        let frame = SampleGIF(canvas: (4, 1), frame: (0, 0, 4, 1), delay: 10)
        let bytes = SampleGIF.encode([(frame, [0, 1, 2, 3]), (frame, [3, 2, 1, 0])], repeats: 0)
        let request = DecodingRequest(.memory(bytes))
        func start() throws -> DecodedAnimation? {
            try workers.animation(request, cancellation: DecodeCancellation())
        }
        let expected = try #require(try local.animation(request, cancellation: DecodeCancellation()))
        var first: DecodedAnimation? = try start()
        #expect(
            first?.first.level.bitmap == expected.first.level.bitmap && first?.first.duration == expected.first.duration
        )
        for _ in 0..<3 {
            let frame = try first?.frames.next(lateness: .zero, cancellation: DecodeCancellation())
            let other = try expected.frames.next(lateness: .zero, cancellation: DecodeCancellation())
            #expect(frame?.level.bitmap == other?.level.bitmap && frame?.duration == other?.duration)
        }
        let second = try start()
        let third = try start()
        #expect(second != nil && third == nil)
        first = nil
        let fourth = try start()
        #expect(fourth != nil)
        withExtendedLifetime((second, fourth)) {}
    }

    @Test("Playing animations count as memory of decodes, and end if a decode needs theirs")
    func memoryOfAnimations() throws {
        let frame = SampleGIF(canvas: (4, 1), frame: (0, 0, 4, 1), delay: 10)
        let bytes = SampleGIF.encode([(frame, [0, 1, 2, 3]), (frame, [3, 2, 1, 0])], repeats: 0)
        var limits = DecodeLimits.default
        limits.animationBytes = 300_000
        let request = DecodingRequest(.memory(bytes), limits: limits)
        func start(_ workers: DecodingWorkers) throws -> DecodedAnimation? {
            try workers.animation(request, cancellation: DecodeCancellation())
        }
        func next(_ animation: DecodedAnimation?) throws -> AnimationFrame? {
            try animation?.frames.next(lateness: .zero, cancellation: DecodeCancellation())
        }
        let small = DecodingWorkers(executable: BuiltProgram.path, memory: 299_999)
        #expect(try start(small) == nil)

        let workers = DecodingWorkers(executable: BuiltProgram.path, memory: 500_000)
        let playing = try start(workers)
        #expect(try playing != nil && start(workers) == nil)
        // Fits beside the animation.
        let tiny = Quadrants(width: 64, height: 64, "RG/BY")
        let png = SamplePNG(tiny).encode(tiny.rgb)
        _ = try workers.render(DecodingRequest(.memory(png)), .covering(tiny.size), cancellation: DecodeCancellation())
        #expect(try next(playing) != nil)
        let large = DecodingRequest(.memory(samples[1].bytes))
        let level = try workers.render(large, .covering(picture.size), cancellation: DecodeCancellation())
        #expect(level.bitmap.looks(like: picture))
        #expect(try next(playing) == nil)
    }

    @Test("A worker has every protection that the kernel offers")
    func confinement() throws {
        _ = try render(samples[0].bytes)
        let protections = try workers.report().protections
        let worker = Process(folder: "/proc/\(try #require(workers.idleProcesses.first))")
        #expect(worker.name == DecodingWorker.name)
        #expect(protections.noNewPrivileges == 0 && worker.status("NoNewPrivs") == "1")
        #expect(protections.limits == 0)
        if protections.seccomp == 0 { #expect(worker.status("Seccomp") == "2") }
    }

    @Test("A worker starts without other descriptors and without an environment")
    func inheritance() throws {
        let folder = try TemporaryFolder()
        // Only root may see those of a worker itself, so another program is started as one.
        let program = try folder.addProgram(
            "decoder",
            contents: """
                #!/bin/sh
                ls /proc/$$/fd >'\(folder.path)/descriptors'
                cat /proc/$$/environ >'\(folder.path)/environment'
                """)
        #expect(throws: PictureFailure.decoderCrashed) { try DecodingWorkers(executable: program).report() }
        let descriptors = try String(contentsOfFile: folder.path + "/descriptors", encoding: .utf8)
        // The shell moves its own descriptors beyond 9.
        #expect(descriptors.split(separator: "\n").filter { $0.count == 1 } == ["0", "1", "2", "3", "4"])
        let environment = try String(contentsOfFile: folder.path + "/environment", encoding: .utf8)
        #expect(environment == "SWIFT_BACKTRACE=enable=no\0")
    }

    /// A process, as the system describes it.
    private struct Process {
        let folder: String
        var name: String { read("cmdline").split(separator: "\0").first.map(String.init) ?? "" }

        func status(_ field: String) -> String? {
            read("status").split(separator: "\n").first { $0.hasPrefix(field + ":") }?.split(separator: "\t").last
                .map(String.init)
        }

        private func read(_ file: String) -> String {
            (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
        }
    }

    @Test("An idle worker ends even while another one works")
    func idleBesideOther() async throws {
        // The shared pool can be busy for longer than the workers stay idle.
        try await withTaskExecutorPreference(DedicatedThread(label: "idle workers")) {
            let workers = DecodingWorkers.ofBuiltProgram(maxIdleTime: .seconds(3))
            try await waitUntil {
                // The first may end before the second has started.
                if workers.idleProcesses.isEmpty { for _ in 0..<2 { workers.prepare() } }
                return workers.idleProcesses.count >= 2
            }
            let request = DecodingRequest(.memory(samples[0].bytes))
            try await waitUntil {
                _ = try workers.describe(request, cancellation: DecodeCancellation())
                return workers.idleProcesses.count == 1
            }
        }
    }

    @Test("A process that ends after its worker leaves no zombie")
    func lateEnd() async throws {
        var process: pid_t = 0
        let arguments = [strdup("sleep"), strdup("1000"), nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&process, "/bin/sleep", nil, nil, arguments, nil) == 0)
        WorkerProcess.reapLater(process)
        _ = try DecodingWorkers.ofBuiltProgram().report()
        #expect(kill(process, SIGKILL) == 0)
        try await waitUntil {
            _ = try DecodingWorkers.ofBuiltProgram().report()
            return kill(process, 0) != 0
        }
    }

    @Test("An idle worker ends")
    func idle() async throws {
        let workers = DecodingWorkers.ofBuiltProgram(maxIdleTime: .seconds(1))
        let request = DecodingRequest(.memory(samples[0].bytes))
        _ = try workers.describe(request, cancellation: DecodeCancellation())
        #expect(workers.startedCount == 1)
        try await waitUntil { workers.idleProcesses.isEmpty }
    }

    // Only root may write to the output of a decoder.
    @Test("The message of a decoder that ends is kept", .requiresRoot)
    func lastMessage() throws {
        _ = try workers.report()
        let decoder = try #require(workers.idleProcesses.first)
        // A pipe with a reader, so that a write to it never fails.
        let output = open("/proc/\(decoder)/fd/2", O_RDWR | O_CLOEXEC)
        defer { close(output) }
        #expect(write(output, "strange data\n", 13) == 13)
        #expect(kill(decoder, SIGKILL) == 0)
        #expect(try render(samples[0].bytes).bitmap.looks(like: picture))
        #expect(workers.messages.map(\.text) == ["strange data"])
    }

    @Test("No message of a worker does harm")
    func messages() {
        var random = SystemRandomNumberGenerator()
        for kind in 0..<13 {
            for count in [0, 1, 7, 8, 40, 200, 4000] {
                for _ in 0..<50 {
                    var writer = MessageWriter()
                    writer.write(kind)
                    let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                    if case .level(let level)? = try? WorkerReply(writer.bytes + rest) {
                        #expect(level.bytes > 0 && level.factor > 0)
                    }
                }
            }
        }
        for value in [Int.min, -1, 0, 1 << 25, Int.max] {
            var writer = MessageWriter()
            writer.write(4)
            writer.write(value)
            writer.write(5)
            #expect(throws: MessageReader.Malformed.self) { try WorkerReply(writer.bytes) }
        }
    }
}
