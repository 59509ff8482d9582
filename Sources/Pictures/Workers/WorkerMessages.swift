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
    case edit([(bytes: Int, properties: AssessmentProperties)])
}

extension WorkerTask {
    /// Whether the task reads metadata only.
    var isOfMetadata: Bool {
        switch self {
        case .describe, .edit: true
        default: false
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
        default: false
        }
    }
}

/// A message of the program to a worker.
enum WorkerRequest {
    /// Comes with a descriptor of the encoded picture, except for `frame`.
    case task(WorkerTask, bytes: Int, DecodeLimits)
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
    /// The sizes of the new packets, which follow one another in the area, or why one hasn't changed.
    case edited([Result<Int, SidecarFailure>])
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

extension WorkerRequest {
    var message: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .task(let task, let bytes, let limits):
            writer.write(0)
            writer.write(bytes)
            writer.write(limits)
            switch task {
            case .describe(let sidecars):
                writer.write(0)
                writer.write(sidecars.count)
                for bytes in sidecars { writer.write(bytes) }
            case .preview: writer.write(1)
            case .render(let extent):
                writer.write(2)
                writer.write(extent)
            case .animation: writer.write(3)
            case .frame(let lateness):
                writer.write(4)
                writer.write(min(max(lateness, .zero), .seconds(86_399)))
            case .cachedThumbnail(let claim, let box):
                writer.write(5)
                writer.write(claim)
                writer.write(box)
            case .recordedFailure(let claim):
                writer.write(6)
                writer.write(claim)
            case .edit(let packets):
                writer.write(7)
                writer.write(packets.count)
                for packet in packets {
                    writer.write(packet.bytes)
                    writer.write(packet.properties)
                }
            }
        case .memory(let isGranted):
            writer.write(1)
            writer.write(isGranted)
        case .area(let bytes):
            writer.write(2)
            writer.write(bytes)
        }
        return writer.bytes
    }

    init(_ message: [UInt8]) throws {
        var reader = MessageReader(message)
        switch try reader.integer() {
        case 0:
            let bytes = try reader.integer()
            let limits = try reader.limits()
            let task: WorkerTask =
                switch try reader.integer() {
                case 0: .describe(sidecars: try reader.list { try $0.integer() })
                case 1: .preview
                case 2: .render(try reader.extent())
                case 3: .animation
                case 4: .frame(lateness: try reader.duration())
                case 5: .cachedThumbnail(try reader.claim(), box: try reader.size())
                case 6: .recordedFailure(try reader.claim())
                case 7: .edit(try reader.list { (try $0.count(), try $0.properties()) })
                default: throw MessageReader.Malformed()
                }
            self = .task(task, bytes: bytes, limits)
        case 1: self = .memory(isGranted: try reader.flag())
        case 2: self = .area(bytes: try reader.count())
        default: throw MessageReader.Malformed()
        }
    }
}

extension WorkerReply {
    var message: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .ready(let report):
            let protections = report.protections
            writer.write(0)
            for error in [protections.noNewPrivileges, protections.limits, protections.landlock, protections.seccomp] {
                writer.write(Int(error))
            }
            writer.write(report.libraries.count)
            for library in report.libraries { writer.write(library) }
        case .needsMemory(let bytes):
            writer.write(1)
            writer.write(bytes)
        case .releasesMemory: writer.write(2)
        case .needsArea(let bytes):
            writer.write(3)
            writer.write(bytes)
        case .description(let description):
            writer.write(4)
            writer.write(description.size) { $0.write($1) }
            writer.write(description.failure) { $0.write($1) }
            writer.write(description.color.map { Int($0.number) }) { $0.write($1) }
            writer.write(description.details)
        case .level(let level):
            writer.write(5)
            writer.write(level)
        case .frame(let level, let duration):
            writer.write(6)
            writer.write(level)
            writer.write(duration)
        case .nothing: writer.write(7)
        case .failed(let failure):
            writer.write(8)
            writer.write(failure)
        case .cancelled: writer.write(9)
        case .recorded(let failure):
            writer.write(10)
            writer.write(failure)
        case .edited(let packets):
            writer.write(11)
            writer.write(packets.count)
            for packet in packets { writer.write(packet) }
        }
        return writer.bytes
    }

    init(_ message: [UInt8]) throws {
        var reader = MessageReader(message)
        switch try reader.integer() {
        case 0:
            func error() throws -> Int32 { Int32(try reader.integer(in: 0...4095)) }
            let protections = WorkerProtections(
                noNewPrivileges: try error(), limits: try error(), landlock: try error(), seccomp: try error())
            let libraries = try reader.list { try $0.library() }
            self = .ready(WorkerReport(protections: protections, libraries: libraries))
        case 1: self = .needsMemory(try reader.count())
        case 2: self = .releasesMemory
        case 3: self = .needsArea(try reader.count())
        case 4:
            let (size, failure) = (try reader.optional { try $0.size() }, try reader.optional { try $0.failure() })
            self = .description(
                PictureDescription(
                    size: size, color: try reader.color(), details: try reader.details(), failure: failure))
        case 5: self = .level(try reader.level())
        case 6: self = .frame(try reader.level(), try reader.duration())
        case 7: self = .nothing
        case 8: self = .failed(try reader.failure())
        case 9: self = .cancelled
        case 10: self = .recorded(try reader.failure())
        case 11: self = .edited(try reader.list { try $0.edited() })
        default: throw MessageReader.Malformed()
        }
    }
}

extension MessageWriter {
    fileprivate mutating func write(_ limits: DecodeLimits) {
        for limit in [limits.pixels, limits.memory, limits.animationBytes, limits.fileBytes, limits.profileBytes] {
            write(limit)
        }
        write(limits.scans)
        for limit in [limits.tileSeconds, limits.viewSeconds, limits.frameSeconds] { write(limit) }
    }

    fileprivate mutating func write(_ extent: DecodedExtent) {
        switch extent {
        case .thumbnail(let box):
            write(0)
            write(box)
        case .covering(let size):
            write(1)
            write(size)
        case .fitting(let box, let pixelAspect):
            write(2)
            write(box)
            write(pixelAspect)
        case .region(let region, let factor, let maxBytes):
            write(3)
            write(region)
            write(factor)
            write(maxBytes)
        case .cached(let side):
            write(4)
            write(side)
        }
    }

    fileprivate mutating func write(_ claim: ThumbnailClaim) {
        write(claim.uris.count)
        for uri in claim.uris { write(uri) }
        write(claim.modified)
        write(claim.bytes)
    }

    fileprivate mutating func write(_ properties: AssessmentProperties) {
        write(properties.rating) { $0.write($1) }
        write(properties.label) { $0.write($1) }
        write(properties.pickLabel) { $0.write($1) }
        write(properties.starsBeforeRejection) { $0.write($1) }
        write(properties.expected) { $0.write($1) }
    }

    fileprivate mutating func write(_ values: AssessmentValues) {
        write(values.rating) { $0.write($1) }
        write(values.label) { $0.write($1) }
        write(values.pickLabel) { $0.write($1) }
    }

    /// Writes the size of a packet, or a failure that changing one can end with.
    fileprivate mutating func write(_ edited: Result<Int, SidecarFailure>) {
        switch edited {
        case .success(let bytes):
            write(0)
            write(bytes)
        case .failure(.tooLarge): write(2)
        case .failure(.missingPackage(let package)):
            write(3)
            write(package)
        case .failure(.otherValues(let values)):
            write(4)
            write(values)
        case .failure: write(1)
        }
    }

    fileprivate mutating func write(_ level: TransferredLevel) {
        write(level.bitmapSize)
        write(level.isOpaque)
        write(level.pictureSize)
        write(level.region)
        switch level.origin {
        case .scaledDecode(let factor):
            write(1)
            write(factor)
        case .exifThumbnail: write(2)
        default: write(0)
        }
        write(level.factor)
        write(level.contrast != nil)
        if let contrast = level.contrast {
            write(Int(contrast.gray))
            write(Int(contrast.shades.lowerBound))
            write(Int(contrast.shades.upperBound))
        }
        write(level.isTruncated)
    }

    fileprivate mutating func write(_ duration: Duration) {
        write(Int(duration.components.seconds))
        write(Int(duration.components.attoseconds))
    }
}

extension MessageReader {
    fileprivate mutating func properties() throws -> AssessmentProperties {
        var properties = AssessmentProperties()
        properties.rating = try optional { try $0.integer() }
        properties.label = try optional { try $0.exactText() }
        properties.pickLabel = try optional { try $0.integer() }
        properties.starsBeforeRejection = try optional { try $0.integer() }
        properties.expected = try optional { try $0.values() }
        return properties
    }

    fileprivate mutating func values() throws -> AssessmentValues {
        AssessmentValues(
            rating: try optional { try $0.integer() }, label: try optional { try $0.exactText() },
            pickLabel: try optional { try $0.integer() })
    }

    fileprivate mutating func edited() throws -> Result<Int, SidecarFailure> {
        switch try integer() {
        case 0: .success(try integer(in: 0...XMPPacket.maxBytes))
        case 1: .failure(.damaged)
        case 2: .failure(.tooLarge)
        case 3: .failure(.missingPackage(try text()))
        case 4: .failure(.otherValues(try values()))
        default: throw Malformed()
        }
    }

    fileprivate mutating func limits() throws -> DecodeLimits {
        var limits = DecodeLimits()
        limits.pixels = try integer()
        limits.memory = try integer()
        limits.animationBytes = try integer()
        limits.fileBytes = try integer()
        limits.profileBytes = try integer()
        limits.scans = try integer()
        limits.tileSeconds = try number()
        limits.viewSeconds = try number()
        limits.frameSeconds = try number()
        return limits
    }

    fileprivate mutating func extent() throws -> DecodedExtent {
        switch try integer() {
        case 0: return .thumbnail(box: try size())
        case 1: return .covering(try size())
        case 2: return .fitting(try size(), pixelAspect: try number())
        case 3:
            let (x, y) = (try integer(), try integer())
            let size = try size()
            return .region(
                PixelRegion(x: x, y: y, width: size.width, height: size.height), factor: try integer(),
                maxBytes: try integer())
        case 4: return .cached(side: try integer(in: Side.range))
        default: throw Malformed()
        }
    }

    fileprivate mutating func claim() throws -> ThumbnailClaim {
        ThumbnailClaim(uris: try list { try $0.exactText() }, modified: try integer(), bytes: try integer())
    }

    fileprivate mutating func color() throws -> AverageColor? {
        try optional {
            guard let color = AverageColor(number: try $0.integer()) else { throw Malformed() }
            return color
        }
    }

    fileprivate mutating func level() throws -> TransferredLevel {
        let bitmapSize = try size()
        let isOpaque = try flag()
        let pictureSize = try size()
        return TransferredLevel(
            bitmapSize: bitmapSize, isOpaque: isOpaque, region: try region(in: pictureSize), pictureSize: pictureSize,
            origin: try origin(), factor: try integer(in: 1...Self.maxFactor), contrast: try contrast(),
            isTruncated: try flag())
    }

    private mutating func contrast() throws -> ContrastingBackground? {
        try optional {
            let (gray, darkest) = (try $0.integer(in: 0...255), try $0.integer(in: 0...255))
            let lightest = try $0.integer(in: darkest...255)
            return ContrastingBackground(gray: UInt8(gray), shades: UInt8(darkest)...UInt8(lightest))
        }
    }

    private mutating func origin() throws -> PixelOrigin {
        switch try integer() {
        case 0: .fullDecode
        case 1: .scaledDecode(factor: try integer(in: 1...Self.maxFactor))
        case 2: .exifThumbnail
        default: throw Malformed()
        }
    }

    /// Reads a duration of up to a day.
    fileprivate mutating func duration() throws -> Duration {
        let seconds = Int64(try integer(in: 0...86_400))
        return Duration(
            secondsComponent: seconds, attosecondsComponent: Int64(try integer(in: 0...999_999_999_999_999_999)))
    }

    private static let maxFactor = Side.range.upperBound
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
