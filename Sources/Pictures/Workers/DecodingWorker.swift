import Albums
import Basics
import CDecodingWorker
import Glibc

/// The role of a worker process: it decodes the pictures that it is given, and can do nothing else.
public enum DecodingWorker {
    /// The name of the process. No command line starts a worker by accident.
    static let name = "tintype: decoder"

    /// The size of the area that a worker is started with: fits the pixels of most answers.
    static let areaBytes = 4 << 20

    /// Whether the program has started this process as a worker.
    public static var isCurrentProcess: Bool { CommandLine.arguments == [name] }

    /// Serves the program until it closes the socket.
    public static func run() -> Never {
        let connection = WorkerConnection()
        let libraries = SystemLibrary.loadForPictures()
        let on = worker_confine(confinedBytes)
        connection?.send(
            .ready(
                WorkerReport(
                    protections: WorkerProtections(
                        noNewPrivileges: on.no_new_privileges, limits: on.limits, landlock: on.landlock,
                        seccomp: on.seccomp),
                    libraries: libraries)))
        connection?.serve()
        exit(0)
    }

    /// The memory that a worker may take: the budget of all decodes, the largest answer, and what libraries need.
    private static let confinedBytes = 2 * DecodeLimits.default.memory + (128 << 20)
}

/// A worker's connection with the program.
///
/// Unchecked because a worker has one thread of ours.
private final class WorkerConnection: DecodeMemory, @unchecked Sendable {
    private let area: SharedArea
    /// The last area for larger answers that the program has sent.
    private var larger: SharedArea?
    private var animation: (any AnimationFrames)?

    init?() {
        guard let area = SharedArea(descriptor: WORKER_AREA, bytes: DecodingWorker.areaBytes) else { return nil }
        self.area = area
    }

    func send(_ reply: WorkerReply) {
        let message = reply.message
        // The program has gone.
        if worker_send(WORKER_SOCKET, message, message.count, nil, 0) != 0 { exit(0) }
    }

    private func receive() -> (request: WorkerRequest, descriptors: [Int32])? {
        var message = [UInt8](repeating: 0, count: Self.maxMessageBytes)
        var descriptors = [Int32](repeating: -1, count: Int(WORKER_MAX_DESCRIPTORS))
        let count = worker_receive(WORKER_SOCKET, &message, message.count, &descriptors, descriptors.count)
        guard count > 0, let request = try? WorkerRequest(Array(message.prefix(count))) else { return nil }
        return (request, descriptors)
    }

    /// Fits the URIs of the longest paths.
    private static let maxMessageBytes = 64 << 10

    /// Answers requests until the program closes the socket.
    func serve() {
        while case (.task(let task, let bytes, let limits, let orientation), let descriptors)? = receive() {
            var picture = DecodingRequest(.open(descriptor: descriptors[0], bytes: bytes), limits: limits)
            picture.orientation = orientation
            if let sidecars = task.sidecars {
                picture.sidecars = zip(descriptors.dropFirst(), sidecars).map { .open(descriptor: $0, bytes: $1) }
            }
            let reply = reply(to: task, on: picture)
            for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
            send(reply)
        }
    }

    private func reply(to task: WorkerTask, on picture: DecodingRequest) -> WorkerReply {
        // Decoders report a failed allocation as damage, or return the rows before it.
        errno = 0
        do {
            let reply = try perform(task, on: picture, DecodeCancellation(sharedWith: area))
            if case .level(let level) = reply, level.isTruncated, errno == ENOMEM {
                return .failed(.neededTooMuchMemory)
            }
            return reply
        } catch is PictureFailure where errno == ENOMEM {
            return .failed(.neededTooMuchMemory)
        } catch let failure as PictureFailure {
            return .failed(failure)
        } catch {
            return .cancelled
        }
    }

    private func perform(
        _ task: WorkerTask, on picture: DecodingRequest, _ cancellation: DecodeCancellation
    ) throws -> WorkerReply {
        let service = InProcessDecoding(memory: self)
        switch task {
        case .describe: return .description(try service.describe(picture, cancellation: cancellation))
        case .preview:
            return try service.preview(picture, cancellation: cancellation).map { .level(try transfer($0)) } ?? .nothing
        case .render(let extent):
            return .level(try transfer(try service.render(picture, extent, cancellation: cancellation)))
        case .cachedThumbnail(let claim, let box):
            let level = try service.cachedThumbnail(picture, claim, box: box, cancellation: cancellation)
            return try level.map { .level(try transfer($0)) } ?? .nothing
        case .recordedFailure(let claim):
            return try service.recordedFailure(picture, claim, cancellation: cancellation).map { .recorded($0) }
                ?? .nothing
        case .animation:
            animation = nil
            guard let opened = try service.animation(picture, cancellation: cancellation) else { return .nothing }
            animation = opened.frames
            return .frame(try transfer(opened.first.level), opened.first.duration)
        case .frame(let lateness):
            // Frees the animation's memory after the last frame or a failure.
            let current = animation
            animation = nil
            guard let frame = try current?.next(lateness: lateness, cancellation: cancellation) else {
                return .nothing
            }
            animation = current
            return .frame(try transfer(frame.level), frame.duration)
        case .edit(let packets): return .edited(try edit(packets, in: picture.source, cancellation))
        case .copyMetadata(_, let size, let stripsPlaces):
            let metadata = try CopiedMetadata(
                of: picture, size: size, stripsPlaces: stripsPlaces, in: service, cancellation: cancellation)
            area.write(metadata.segments)
            return .edited([.success(EditedSize(bytes: metadata.segments.count))])
        }
    }

    /// Sets properties in packets, and copies the new ones to the area.
    private func edit(
        _ packets: [(bytes: Int, properties: PhotoProperties)], in source: EncodedSource,
        _ cancellation: DecodeCancellation
    ) throws -> [Result<EditedSize, SidecarFailure>] {
        let file = try source.open()
        var position = 0
        var offset = 0
        return try packets.map { packet in
            let content = try file.read(packet.bytes, at: position, cancellation: cancellation)
            position += packet.bytes
            let edit = XMPEdit(
                packet: withExtendedLifetime(content) { Array(content.bytes.prefix(packet.bytes)) },
                properties: packet.properties)
            let result = Result { () throws(SidecarFailure) in try edit.applied() }
            guard case .success(let new) = result else { return result.map { EditedSize(bytes: $0.bytes.count) } }
            guard offset + new.bytes.count <= area.bytes else { return .failure(.tooLarge) }
            area.write(new.bytes, at: offset)
            offset += new.bytes.count
            return .success(EditedSize(bytes: new.bytes.count, inverse: new.inverse))
        }
    }

    /// Copies the pixels of a level to an area where they fit.
    private func transfer(_ level: PictureLevel) throws -> TransferredLevel {
        if level.bytes > area.bytes {
            send(.needsArea(level.bytes))
            guard case (.area(let bytes), let descriptors)? = receive() else { exit(0) }
            // Without a descriptor, the last one is large enough.
            if descriptors[0] >= 0 { larger = SharedArea(descriptor: descriptors[0], bytes: bytes) }
            guard let larger, level.bytes <= larger.bytes else { throw PictureFailure.neededTooMuchMemory }
            larger.write(level.bitmap.pixels)
        } else {
            area.write(level.bitmap.pixels)
        }
        return TransferredLevel(level)
    }

    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) throws -> Result {
        send(.needsMemory(bytes))
        guard case (.memory(let isGranted), _)? = receive() else { exit(0) }
        guard isGranted else { throw PictureFailure.neededTooMuchMemory }
        defer { send(.releasesMemory) }
        return try body()
    }
}
