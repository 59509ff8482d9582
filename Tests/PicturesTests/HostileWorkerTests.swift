import Albums
import Basics
import CellArt
import Foundation
import Fuzzing
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

/// The actions of a compromised decoder, encoded as the picture that `HostileWorker` runs.
private struct Script {
    private(set) var text = ""

    var bytes: [UInt8] { Array(text.utf8) }

    func request(limits: DecodeLimits = .default) -> DecodingRequest { DecodingRequest(.memory(bytes), limits: limits) }

    func then(_ line: String) -> Script { Script(text: "\(text)\(line)\n") }

    func sending(_ message: [UInt8], descriptors: Int = 0) -> Script {
        then("send \(descriptors) " + message.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    func sending(_ reply: WorkerReply, descriptors: Int = 0) -> Script {
        sending(reply.message, descriptors: descriptors)
    }

    static var empty: Script { Script() }
}

@Suite("A decoder that has been taken over", .timeLimit(.minutes(60)))
struct HostileWorkerTests {
    private static let size = PixelSize(width: 4, height: 4)

    private static func level(_ bitmapSize: PixelSize = size) -> TransferredLevel {
        TransferredLevel(
            bitmapSize: bitmapSize, isOpaque: true, region: PixelRegion(all: size), pictureSize: size,
            origin: .fullDecode, factor: 1, contrast: nil, isTruncated: false)
    }

    /// Every kind of reply.
    private static let replies: [WorkerReply] = [
        .ready(
            WorkerReport(
                protections: WorkerProtections(noNewPrivileges: 0, limits: 0, landlock: 0, seccomp: 0), libraries: [])),
        .needsMemory(1 << 20), .releasesMemory, .needsArea(6 << 20),
        .description(PictureDescription(size: size, details: PhotoDetails())), .level(level()),
        .frame(level(), .milliseconds(40)), .nothing, .failed(.empty), .cancelled, .recorded(.empty),
        .edited([.success(EditedSize(bytes: 5))]),
    ]

    private func hostileWorkers(memory: Int = DecodeLimits.default.memory) -> DecodingWorkers {
        DecodingWorkers(executable: BuiltProgram.path(of: "HostileWorker"), memory: memory)
    }

    private func render(_ script: Script, by workers: DecodingWorkers, limits: DecodeLimits = .default) throws
        -> PictureLevel
    {
        try workers.render(
            script.request(limits: limits), .covering(Self.size), cancellation: DecodeCancellation())
    }

    /// The files of this process that a decoder has made.
    private var hostileFiles: [String] {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
            .filter { $0.contains("hostile") }
    }

    @Test("A decoder that keeps to the protocol is believed")
    func obedient() throws {
        let workers = hostileWorkers()
        let script = Script.empty.sending(.needsMemory(1000)).then("receive").sending(.releasesMemory)
        for _ in 0..<3 {
            #expect(try render(script.sending(.level(Self.level())), by: workers).bitmap.width == 4)
        }
        let area = script.sending(.needsArea(6 << 20)).then("receive").then("fill")
            .sending(.level(Self.level(PixelSize(width: 1024, height: 1536))))
        for _ in 0..<2 {
            let level = try render(area, by: workers)
            #expect(level.bitmap.pixels.count == 6 << 20 && level.bitmap.pixels.first == 0x5A)
        }
        #expect(workers.startedCount == 1)
    }

    @Test("Descriptors that come with a message are closed, and end the decoder")
    func descriptors() throws {
        let workers = hostileWorkers()
        for reply in Self.replies {
            for count in [1, 2, 3, 4, 9, 250] {
                let started = workers.startedCount
                let script = Script.empty.sending(reply, descriptors: count)
                #expect(throws: PictureFailure.self, "\(reply) \(count)") { try render(script, by: workers) }
                _ = try? render(Script.empty.sending(.level(Self.level())), by: workers)
                #expect(workers.startedCount > started)
            }
        }
        #expect(hostileFiles == [])
    }

    @Test("A message that is longer than any ends the decoder")
    func longMessage() throws {
        let workers = hostileWorkers()
        let long = WorkerReply.failed(.empty).message + [UInt8](repeating: 0, count: 100_000)
        #expect(throws: PictureFailure.decoderCrashed) { try render(Script.empty.sending(long), by: workers) }
    }

    @Test("A decoder gets one area for an answer, none while it has memory, and counts with it")
    func areas() throws {
        let ask = Script.empty.sending(.needsArea(6 << 20)).then("receive")
        let level = WorkerReply.level(Self.level(PixelSize(width: 1024, height: 1536)))
        for script in [
            ask.sending(.needsArea(6 << 20)).then("receive").sending(level),
            Script.empty.sending(.needsMemory(1000)).then("receive").sending(.needsArea(6 << 20)).sending(level),
            Script.empty.sending(.needsArea(1000)).then("receive").sending(level),
            Script.empty.sending(.needsArea(1 << 40)).then("receive").sending(level),
            // More than it asked for.
            Script.empty.sending(.needsArea(5 << 20)).then("receive").sending(level),
        ] {
            #expect(throws: PictureFailure.self, "\(script.text)") { try render(script, by: hostileWorkers()) }
        }

        let workers = hostileWorkers(memory: 8 << 20)
        #expect(workers.memory.tryAcquire(4 << 20))
        DispatchQueue.global().async {
            while workers.memory.waitingCount == 0 { usleep(1000) }
            workers.memory.release(4 << 20)
        }
        #expect(try render(ask.sending(level), by: workers).bitmap.pixels.count == 6 << 20)
        #expect(workers.memory.tryAcquire(8 << 20), "all memory is back")
    }

    @Test("The memory of an answer goes back to the system, and a decoder's areas grow by doubling")
    func areaMemory() throws {
        let workers = hostileWorkers()
        for megabytes in [5, 6, 8, 9, 16, 7] {
            let script = Script.empty.sending(.needsArea(megabytes << 20)).then("receive").then("fill")
                .sending(.level(Self.level(PixelSize(width: 1024, height: megabytes * 256))))
            #expect(try render(script, by: workers).bitmap.pixels.count == megabytes << 20)
        }
        #expect(workers.startedCount == 1)
        let process = try #require(workers.idleProcesses.first)
        let folder = "/proc/\(process)/fd"
        let areas = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
            .filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: $0))?.contains("memfd:tintype") == true
            }
            .map { path -> (bytes: Int, memory: Int) in
                var status = stat()
                #expect(stat(path, &status) == 0)
                return (Int(status.st_size), 512 * Int(status.st_blocks))
            }
            .filter { $0.bytes > DecodingWorker.areaBytes + 4096 }
        #expect(areas.map(\.bytes).sorted() == [8 << 20, 16 << 20].map { $0 + 4096 })
        let memory = areas.reduce(0) { $0 + $1.memory }
        #expect(memory < 9 << 20, "only the pixels of the last answers remain in the older area")
    }

    @Test("A decoder that keeps asking for memory is ended")
    func endlessRequests() throws {
        for bytes in [0, 1000, 1 << 40] {
            let script = Script.empty.sending(.needsMemory(bytes)).then("receive").sending(.releasesMemory)
                .then("loop 100000")
            #expect(throws: PictureFailure.decoderCrashed) { try render(script, by: hostileWorkers()) }
        }
    }

    @Test("A decoder that works a little now and then is ended")
    func slow() throws {
        var limits = DecodeLimits.default
        limits.taskSeconds = 1
        let script = Script.empty.then("burn 3").then("sleep 20").then("loop 100000")
        #expect(throws: PictureFailure.tookTooLong) { try render(script, by: hostileWorkers(), limits: limits) }
    }

    @Test("Decoders that hardly work with memory that others wait for lose it", arguments: [1, 3])
    func hoarders(count: Int) async throws {
        let workers = hostileWorkers(memory: 64 << 20)
        let hoarder = Script.empty.sending(.needsMemory(64 << 20)).then("receive").then("burn 5").then("sleep 1000")
        let good = Script.empty.sending(.needsMemory(1 << 20)).then("receive").sending(.releasesMemory)
            .sending(.level(Self.level()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                let script = hoarder.then("sleep \(index)").then("loop 100")
                group.addTask {
                    await #expect(throws: PictureFailure.self) {
                        try await DispatchQueue.global().runBlocking { _ = try self.render(script, by: workers) }
                    }
                }
            }
            // On a busy computer, the first may have ended before the last has started.
            try await waitUntil { workers.startedCount > 0 }
            try await DispatchQueue.global().runBlocking {
                // A tile takes its own share.
                _ = try workers.render(
                    good.request(), .thumbnail(box: Self.size), cancellation: DecodeCancellation())
                _ = try self.render(good, by: workers)
            }
            try await group.waitForAll()
        }
        #expect(workers.memory.tryAcquire(64 << 20), "all memory is back")
    }

    @Test("A slow decoder lets others go first, unless the user waits for this picture alone")
    func demotion() async throws {
        let workers = hostileWorkers()
        for (priority, change) in [(LoadPriority.viewed, Int32(0)), (.visible, 5)] {
            _ = try render(Script.empty.sending(.level(Self.level())), by: workers)
            let process = try #require(workers.idleProcesses.first)
            let which = __priority_which_t(PRIO_PROCESS.rawValue)
            let before = getpriority(which, id_t(process))
            let script = Script.empty.then("burn 400").then("sleep 3000").sending(.level(Self.level()))
            // On a busy computer, a task would run only after the decoder has ended, so a separate thread polls.
            let seen = Mutex(Set<Int32>())
            let isDone = Atomic(false)
            defer { isDone.store(true, ordering: .relaxed) }
            Thread.detachNewThread {
                while !isDone.load(ordering: .relaxed) {
                    seen.withLock { _ = $0.insert(getpriority(which, id_t(process))) }
                    usleep(1000)
                }
            }
            _ = try await DispatchQueue.global().runBlocking {
                try workers.render(
                    script.request(), .covering(Self.size), cancellation: DecodeCancellation(priority: priority))
            }
            #expect(seen.withLock { $0.max() } == before + change)
            #expect(workers.idleProcesses.isEmpty == (change > 0))
        }
    }

    @Test("A reply that a task can't have ends the decoder")
    func wrongReply() throws {
        let workers = hostileWorkers()
        var limits = DecodeLimits.default
        // The memory of the animation before comes back a moment later.
        limits.animationBytes = 1000
        for reply in Self.replies {
            let tasks: [(WorkerTask, (DecodingRequest, DecodeCancellation) throws -> Any?)] = [
                (.describe(sidecars: []), { try workers.describe($0, cancellation: $1) }),
                (.preview, { try workers.preview($0, cancellation: $1) }),
                (.render(.covering(Self.size)), { try workers.render($0, .covering(Self.size), cancellation: $1) }),
                (.animation, { try workers.animation($0, cancellation: $1) }),
            ]
            for (task, perform) in tasks where !task.isEnded(by: reply) {
                // A decoder that only asks then ends without an answer.
                let script = Script.empty.sending(reply).then("sleep 50").then("exit 0")
                #expect(throws: PictureFailure.decoderCrashed, "\(reply)") {
                    _ = try perform(script.then("# \(task)").request(limits: limits), DecodeCancellation())
                }
            }
        }
    }

    @Test("A decoder that answers with other packets than it was given changes none")
    func wrongPackets() {
        let workers = hostileWorkers()
        func edit(_ script: Script) -> [Result<EditedPacket, SidecarFailure>] {
            workers.edit([XMPEdit(packet: script.bytes, properties: PhotoProperties())])
        }
        let answer = WorkerReply.edited([.success(EditedSize(bytes: 2))])
        #expect(edit(Script.empty.sending(answer)) == [.success(EditedPacket([0, 0]))])
        for sizes in [
            [], [5, 5], [-1], [XMPPacket.maxBytes + 1], [Int.max, Int.max], Array(repeating: 1 << 20, count: 9),
        ] {
            let answer = WorkerReply.edited(sizes.map { .success(EditedSize(bytes: $0)) })
            #expect(edit(Script.empty.sending(answer)) == [.failure(.damaged)])
        }
        for reply in Self.replies where !WorkerTask.edit([(1, PhotoProperties())]).isEnded(by: reply) {
            #expect(edit(Script.empty.sending(reply).then("sleep 50").then("exit 0")) == [.failure(.damaged)])
        }
    }

    @Test("Of packets that are changed together, one that ends its decoder costs only itself")
    func dangerousPacket() {
        let scripts = [Script.empty.then("exit 1"), Script.empty.sending(.edited([.success(EditedSize(bytes: 3))]))]
        let results = hostileWorkers().edit(
            [scripts[1], scripts[0], scripts[1]].map { XMPEdit(packet: $0.bytes, properties: PhotoProperties()) })
        let intact = Result<EditedPacket, SidecarFailure>.success(EditedPacket([0, 0, 0]))
        #expect(results == [intact, .failure(.damaged), intact])
    }

    @Test("Replies that come early end the decoder")
    func earlyReplies() async throws {
        let workers = hostileWorkers()
        let often = Script.empty.sending(.level(Self.level())).then("loop 100")
        #expect(try render(often, by: workers).bitmap.width == 4)
        let next = Script.empty.sending(.failed(.tookTooLong))
        try await waitUntil {
            do {
                _ = try render(next, by: workers)
                return false
            } catch {
                return error as? PictureFailure == .tookTooLong
            }
        }
        #expect(workers.startedCount == 2)
    }

    @Test("A decoder that reads nothing doesn't hold up the program")
    func unread() throws {
        let workers = hostileWorkers()
        let script = Script.empty.then("sleep 5").sending(.nothing).then("loop 1000")
        let uri = String(repeating: "x", count: 16_000)
        for _ in 0..<40 {
            _ = try? workers.cachedThumbnail(
                script.request(), ThumbnailClaim(uris: [uri, uri], modified: 0, bytes: 0), box: Self.size,
                cancellation: DecodeCancellation())
        }
    }

    @Test("An animation that needs a memory area for a frame gets none, and ends")
    func animation() throws {
        let frame = WorkerReply.frame(Self.level(), .milliseconds(40))
        let start = Script.empty.sending(frame).then("receive")
        for (script, isPlaying) in [
            (start.sending(.needsMemory(512 << 20)).then("receive").sending(frame), true),
            (start.sending(.needsArea(512 << 20)).then("receive").sending(frame), false),
        ] {
            let workers = hostileWorkers()
            let animation = try #require(try workers.animation(script.request(), cancellation: DecodeCancellation()))
            let next = try? animation.frames.next(lateness: .zero, cancellation: DecodeCancellation())
            #expect((next != nil) == isPlaying)
            #expect(try render(Script.empty.sending(.level(Self.level())), by: workers).bitmap.width == 4)
        }
    }

    @Test("A decode that needs the memory of a playing animation gets it after the frame")
    func revokedDuringFrame() async throws {
        let frame = WorkerReply.frame(Self.level(), .milliseconds(40))
        var limits = DecodeLimits.default
        limits.animationBytes = 6 << 20
        let workers = hostileWorkers(memory: 8 << 20)
        let script = Script.empty.sending(frame).then("receive").then("sleep 300").sending(frame)
        let animation = try #require(
            try workers.animation(script.request(limits: limits), cancellation: DecodeCancellation()))
        let next = Thread.running {
            try animation.frames.next(lateness: .zero, cancellation: DecodeCancellation())
        }
        let needy = Script.empty.sending(.needsMemory(7 << 20)).then("receive").sending(.level(Self.level()))
        #expect(try render(needy, by: workers).bitmap.width == 4)
        _ = try await next.value
        #expect(try animation.frames.next(lateness: .zero, cancellation: DecodeCancellation()) == nil)
        #expect(workers.memory.tryAcquire(8 << 20), "all memory is back")
    }

    @Test("No conversation harms the program")
    func conversations() async {
        let memory = 64 << 20
        let workers = hostileWorkers(memory: memory)
        var limits = DecodeLimits.default
        (limits.memory, limits.animationBytes) = (memory, 16 << 20)
        (limits.standstillSeconds, limits.taskSeconds) = (0.05, 0.2)
        let samples = Self.replies.flatMap { reply in
            Self.replies.map { other in
                Script.empty.sending(reply).then("receive").sending(other).sending(.level(Self.level())).bytes
            }
        }
        let words = ["send 1 ", "send 0 ", "receive\n", "fill\n", "sleep 10\n", "burn 10\n", "loop 9\n", "exit 1\n"]
        let fuzzing = Fuzzing("Worker conversation", samples: samples, words: words, count: 200, weight: 12)
        // The shared pool has threads for as many tests as there are cores.
        await withTaskExecutorPreference(DedicatedThread(label: "conversations")) { [limits] in
            await fuzzing.run { input in
                let request = DecodingRequest(.memory(input.bytes), limits: limits)
                let cancellation = DecodeCancellation()
                switch input.seed % 7 {
                case 0: _ = try? workers.describe(request, cancellation: cancellation)
                case 1: _ = try? workers.preview(request, cancellation: cancellation)
                case 2:
                    _ = try? workers.recordedFailure(
                        request, ThumbnailClaim(uris: [], modified: 0, bytes: 0), cancellation: cancellation)
                case 3:
                    let animation = try? workers.animation(request, cancellation: cancellation)
                    _ = try? animation?.frames.next(lateness: .zero, cancellation: cancellation)
                case 4: _ = workers.edit([XMPEdit(packet: input.bytes, properties: PhotoProperties())])
                default: _ = try? workers.render(request, .covering(Self.size), cancellation: cancellation)
                }
                // Other tests receive such files at the same time.
                await #expect(throws: Never.self, "seed \(input.seed)") { try await waitUntil { hostileFiles == [] } }
            }
        }
        #expect(workers.memory.waitingCount == 0)
        // Animations end in the background.
        await #expect(throws: Never.self) { try await waitUntil { workers.memory.tryAcquire(memory) } }
    }
}
