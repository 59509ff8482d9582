import Albums
import Basics
import CellArt
import Glibc

/// A task for a worker.
enum WorkerTask {
    /// Reads the header and the metadata. The descriptors of sidecars of these sizes follow that of the picture.
    case describe(sidecars: [Int])
    case preview
    case render(DecodedExtent)
    case cachedThumbnail(ThumbnailClaim, box: PixelSize)
    case recordedFailure(ThumbnailClaim)
    /// Decodes the first frame of an animation. The picture stays open for `frame`.
    case animation
    /// Decodes the frame of the open animation that is due `lateness` after the display time of the current one ended.
    case frame(lateness: Duration)
    /// Sets properties in XMP packets of these sizes, which follow one another in place of a picture.
    case edit([(bytes: Int, properties: PhotoProperties)])
    /// Writes the metadata for a copy of a size with other pixels. Sidecars follow as for `describe`.
    case copyMetadata(sidecars: [Int], PixelSize, stripsPlaces: Bool)
}

extension WorkerTask {
    /// Whether the task reads metadata only.
    var isOfMetadata: Bool {
        switch self {
        case .describe, .edit, .copyMetadata: true
        default: false
        }
    }

    /// The sizes of the sidecars whose descriptors follow; nil for a task without any.
    var sidecars: [Int]? {
        switch self {
        case .describe(let sidecars), .copyMetadata(let sidecars, _, _): sidecars
        default: nil
        }
    }

    /// Whether the task is part of a tile, or of a change that the user waits for.
    var isOfTile: Bool {
        switch self {
        case .preview, .render(.thumbnail), .cachedThumbnail, .recordedFailure, .edit: true
        default: false
        }
    }

    /// Whether the task is part of an animation, which has borrowed its memory.
    var isOfAnimation: Bool {
        switch self {
        case .animation, .frame: true
        default: false
        }
    }

    /// Returns whether a worker may end the task with a reply.
    func isEnded(by reply: WorkerReply) -> Bool {
        switch (self, reply) {
        case (_, .failed), (_, .cancelled), (.describe, .description), (.render, .level), (.preview, .level),
            (.preview, .nothing), (.cachedThumbnail, .level), (.cachedThumbnail, .nothing),
            (.recordedFailure, .recorded), (.recordedFailure, .nothing), (.animation, .frame), (.animation, .nothing),
            (.frame, .frame), (.frame, .nothing):
            true
        case (.edit(let packets), .edited(let edited)): edited.count == packets.count
        case (.copyMetadata, .edited(let edited)): edited.count == 1
        default: false
        }
    }
}

/// A message of the program to a worker.
enum WorkerRequest {
    /// Comes with a descriptor of the encoded picture, except for `frame`.
    case task(WorkerTask, bytes: Int, DecodeLimits, PhotoOrientation)
    /// Answers `needsMemory`.
    case memory(isGranted: Bool)
    /// Answers `needsArea` with an area of a size in bytes. Comes with its descriptor, unless the worker has the area.
    case area(bytes: Int)
}

/// A message of a worker to the program.
enum WorkerReply {
    /// The worker has confined itself.
    case ready(WorkerReport)
    /// The worker is about to take memory, in bytes, and waits for the answer.
    case needsMemory(Int)
    /// The worker has released the memory.
    case releasesMemory
    /// The pixels of the answer need a larger area, in bytes.
    case needsArea(Int)
    case description(PictureDescription)
    /// The pixels are in the area.
    case level(TransferredLevel)
    case frame(TransferredLevel, Duration)
    /// The failure that was recorded earlier.
    case recorded(PictureFailure)
    /// There is no preview, animation or further frame, or no valid thumbnail or record.
    case nothing
    case failed(PictureFailure)
    case cancelled
    /// The new packets or segments, which follow one another in the area, or why one hasn't changed.
    case edited([Result<EditedSize, SidecarFailure>])
}

/// A worker's report on its protections and libraries.
public struct WorkerReport: Hashable, Sendable {
    public var protections: WorkerProtections
    /// The libraries that decode pictures and read metadata.
    public var libraries: [SystemLibrary]
}

/// The protections of a worker, each with the reason if the kernel has refused it.
public struct WorkerProtections: Hashable, Sendable {
    /// The errno value of the system call that failed; 0 if the protection is on.
    public var noNewPrivileges: Int32
    public var limits: Int32
    public var landlock: Int32
    public var seccomp: Int32

    /// The names of the protections that the kernel has refused, with its reasons.
    public var refused: [(name: String, reason: String)] {
        [("no_new_privs", noNewPrivileges), ("rlimits", limits), ("Landlock", landlock), ("seccomp", seccomp)]
            .filter { $0.1 != 0 }.map { ($0.0, String(cString: strerror($0.1))) }
    }
}

/// A `PictureLevel` with its pixels in an area.
struct TransferredLevel {
    let bitmapSize: PixelSize
    let isOpaque: Bool
    let region: PixelRegion
    let pictureSize: PixelSize
    /// Pixels of a worker are decoded.
    let origin: PixelOrigin
    let factor: Int
    let contrast: ContrastingBackground?
    let isTruncated: Bool

    /// The size of the pixels in bytes.
    var bytes: Int { 4 * bitmapSize.count }
}

extension TransferredLevel {
    /// Describes a level; its pixels are transferred separately.
    init(_ level: PictureLevel) {
        bitmapSize = PixelSize(width: level.bitmap.width, height: level.bitmap.height)
        isOpaque = level.bitmap.isOpaque
        region = level.region
        pictureSize = level.pictureSize
        origin = level.origin
        factor = level.factor
        contrast = level.contrast
        isTruncated = level.isTruncated
    }

    /// Returns the level with its pixels.
    /// - Precondition: `pixels` has `bytes` bytes.
    func level(_ pixels: [UInt8], of file: IdentifiedFile?) -> PictureLevel {
        PictureLevel(
            bitmap: Bitmap(width: bitmapSize.width, height: bitmapSize.height, pixels: pixels, isOpaque: isOpaque),
            region: region, pictureSize: pictureSize, origin: origin, factor: factor, contrast: contrast,
            isTruncated: isTruncated, file: file)
    }
}

extension WorkerRequest: Message {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .task(try message.read(), bytes: try message.integer(), try message.read(), try message.read())
            case 1: .memory(isGranted: try message.read())
            case 2: .area(bytes: try message.count())
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .task(let task, let bytes, let limits, let orientation):
            message.write(0, task, bytes, limits, orientation)
        case .memory(let isGranted): message.write(1, isGranted)
        case .area(let bytes): message.write(2, bytes)
        }
    }
}

extension WorkerTask: MessageValue {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .describe(sidecars: try message.read())
            case 1: .preview
            case 2: .render(try message.read())
            case 3: .animation
            case 4: .frame(lateness: try message.read())
            case 5: .cachedThumbnail(try message.read(), box: try message.read())
            case 6: .recordedFailure(try message.read())
            case 7:
                .edit(zip(try [Int](from: &message), try [PhotoProperties](from: &message)).map { ($0, $1) })
            case 8:
                .copyMetadata(sidecars: try message.read(), try message.read(), stripsPlaces: try message.read())
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .describe(let sidecars): message.write(0, sidecars)
        case .preview: message.write(1)
        case .render(let extent): message.write(2, extent)
        case .animation: message.write(3)
        case .frame(let lateness): message.write(4, min(max(lateness, .zero), .seconds(86_399)))
        case .cachedThumbnail(let claim, let box): message.write(5, claim, box)
        case .recordedFailure(let claim): message.write(6, claim)
        case .edit(let packets): message.write(7, packets.map(\.bytes), packets.map(\.properties))
        case .copyMetadata(let sidecars, let size, let stripsPlaces): message.write(8, sidecars, size, stripsPlaces)
        }
    }
}

extension WorkerReply: Message {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .ready(try message.read())
            case 1: .needsMemory(try message.count())
            case 2: .releasesMemory
            case 3: .needsArea(try message.count())
            case 4: .description(try message.read())
            case 5: .level(try message.read())
            case 6: .frame(try message.read(), try message.read())
            case 7: .nothing
            case 8: .failed(try message.read())
            case 9: .cancelled
            case 10: .recorded(try message.read())
            case 11: .edited(try message.read())
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .ready(let report): message.write(0, report)
        case .needsMemory(let bytes): message.write(1, bytes)
        case .releasesMemory: message.write(2)
        case .needsArea(let bytes): message.write(3, bytes)
        case .description(let description): message.write(4, description)
        case .level(let level): message.write(5, level)
        case .frame(let level, let duration): message.write(6, level, duration)
        case .nothing: message.write(7)
        case .failed(let failure): message.write(8, failure)
        case .cancelled: message.write(9)
        case .recorded(let failure): message.write(10, failure)
        case .edited(let packets): message.write(11, packets)
        }
    }
}

extension WorkerReport: MessageValue {
    init(from message: inout MessageReader) throws {
        func error() throws -> Int32 { Int32(try message.integer(in: 0...4095)) }
        protections = WorkerProtections(
            noNewPrivileges: try error(), limits: try error(), landlock: try error(), seccomp: try error())
        libraries = try message.read()
    }

    func write(to message: inout MessageWriter) {
        message.write(Int(protections.noNewPrivileges), Int(protections.limits), Int(protections.landlock))
        message.write(Int(protections.seccomp), libraries)
    }
}

extension DecodeLimits: MessageValue {
    init(from message: inout MessageReader) throws {
        self.init()
        (pixels, memory, animationBytes, fileBytes, profileBytes, scans) = try message.read()
        (tileSeconds, viewSeconds, frameSeconds) = try message.read()
    }

    func write(to message: inout MessageWriter) {
        message.write(pixels, memory, animationBytes, fileBytes, profileBytes, scans)
        message.write(tileSeconds, viewSeconds, frameSeconds)
    }
}

extension DecodedExtent: MessageValue {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .thumbnail(box: try message.read())
            case 1: .covering(try message.read())
            case 2: .fitting(try message.read(), pixelAspect: try message.read())
            case 3: .region(try message.read(), factor: try message.integer(), maxBytes: try message.integer())
            case 4: .cached(side: try message.integer(in: Side.range))
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .thumbnail(let box): message.write(0, box)
        case .covering(let size): message.write(1, size)
        case .fitting(let box, let pixelAspect): message.write(2, box, pixelAspect)
        case .region(let region, let factor, let maxBytes): message.write(3, region, factor, maxBytes)
        case .cached(let side): message.write(4, side)
        }
    }
}

extension ThumbnailClaim: MessageValue {
    init(from message: inout MessageReader) throws {
        let (uris, modified, bytes): ([ExactText], Int, Int) = try message.read()
        self.init(uris: uris.map(\.text), modified: modified, bytes: bytes)
    }

    func write(to message: inout MessageWriter) {
        message.write(uris.map(ExactText.init), modified, bytes)
    }
}

extension PhotoProperties: MessageValue {
    init(from message: inout MessageReader) throws {
        func values() throws -> PhotoValues {
            let (fields, texts): ([String], [ExactText]) = try message.read()
            return try zip(fields, texts).reduce(into: [:]) { values, text in
                guard let field = PhotoField(rawValue: text.0) else { throw MessageReader.Malformed() }
                values[field] = text.1.text
            }
        }
        func texts() throws -> [String] { try [ExactText](from: &message).map(\.text) }
        self.init(
            values: try values(), tags: TagChange(add: try texts(), remove: try texts()), knownTags: try texts(),
            expected: try values())
    }

    func write(to message: inout MessageWriter) {
        func write(_ values: PhotoValues) {
            message.write(values.keys.map(\.rawValue), values.values.map(ExactText.init))
        }
        write(values)
        for tags in [tags.added, tags.removed, knownTags] { message.write(tags.map(ExactText.init)) }
        write(expected)
    }
}

extension PictureDescription: MessageValue {
    init(from message: inout MessageReader) throws {
        (size, orientation, color, details, failure) = try message.read()
    }

    func write(to message: inout MessageWriter) {
        message.write(size, orientation, color, details, failure)
    }
}

extension PhotoOrientation: MessageValue {
    init(from message: inout MessageReader) throws {
        let number = try message.integer(in: -1...8)
        self = number < 0 ? .unread : PhotoOrientation(sidecar: number)
    }

    func write(to message: inout MessageWriter) {
        message.write(self == .unread ? -1 : sidecarNumber ?? 0)
    }
}

/// A changed packet without its bytes.
struct EditedSize: MessageValue {
    let bytes: Int
    let inverse: PhotoProperties

    init(bytes: Int, inverse: PhotoProperties = PhotoProperties()) {
        (self.bytes, self.inverse) = (bytes, inverse)
    }

    init(from message: inout MessageReader) throws {
        (bytes, inverse) = (try message.integer(in: 0...XMPPacket.maxBytes), try message.read())
    }

    func write(to message: inout MessageWriter) {
        message.write(bytes, inverse)
    }
}

/// A changed packet, or the failure to change it.
extension Result: MessageValue where Success == EditedSize, Failure == SidecarFailure {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .success(try message.read())
            case 1: .failure(.damaged)
            case 2: .failure(.tooLarge)
            case 3: .failure(.missingPackage(try message.read()))
            case 4: .failure(.otherValues(try PhotoProperties(from: &message).values))
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .success(let packet): message.write(0, packet)
        case .failure(.tooLarge): message.write(2)
        case .failure(.missingPackage(let package)): message.write(3, package)
        case .failure(.otherValues(let values)): message.write(4, PhotoProperties(values: values))
        case .failure: message.write(1)
        }
    }
}

extension TransferredLevel: MessageValue {
    init(from message: inout MessageReader) throws {
        (bitmapSize, isOpaque, region, pictureSize, origin, contrast, isTruncated) = try message.read()
        factor = try message.integer(in: Side.range)
        guard PixelRegion(all: pictureSize).contains(region) else { throw MessageReader.Malformed() }
    }

    func write(to message: inout MessageWriter) {
        message.write(bitmapSize, isOpaque, region, pictureSize, origin, contrast, isTruncated, factor)
    }
}

extension PixelRegion: MessageValue {
    init(from message: inout MessageReader) throws {
        let offsets = 0...Side.range.upperBound
        self.init(
            x: try message.integer(in: offsets), y: try message.integer(in: offsets),
            width: try message.integer(in: Side.range), height: try message.integer(in: Side.range))
    }

    func write(to message: inout MessageWriter) {
        message.write(x, y, width, height)
    }
}

/// An origin of pixels that were decoded.
extension PixelOrigin: MessageValue {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .fullDecode
            case 1: .scaledDecode(factor: try message.integer(in: Side.range))
            case 2: .exifThumbnail
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .scaledDecode(let factor): message.write(1, factor)
        case .exifThumbnail: message.write(2)
        default: message.write(0)
        }
    }
}

extension ContrastingBackground: MessageValue {
    init(from message: inout MessageReader) throws {
        let (gray, darkest) = (try message.integer(in: 0...255), try message.integer(in: 0...255))
        self.init(gray: UInt8(gray), shades: UInt8(darkest)...UInt8(try message.integer(in: darkest...255)))
    }

    func write(to message: inout MessageWriter) {
        message.write(Int(gray), Int(shades.lowerBound), Int(shades.upperBound))
    }
}
