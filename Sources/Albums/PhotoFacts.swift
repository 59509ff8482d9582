import FoundationEssentials

/// What sorting and layout need to know about a photo's file: 32 bytes, because a library has 100,000.
public struct PhotoFacts: Hashable, Sendable {
    private let takenSeconds: Int
    private let aspectRatio: Float
    private let ratingNumber: Int8
    /// Maker and model.
    public let camera: String?

    public init(taken: Date? = nil, aspect: Double? = nil, rating: Int? = nil, camera: String? = nil) {
        takenSeconds = taken.flatMap(Timestamp.init).map { Int($0.date.timeIntervalSince1970) } ?? .min
        aspectRatio = aspect.flatMap(Aspect.init).map { Float($0.value) } ?? 0
        ratingNumber = Int8(clamping: rating ?? 0)
        self.camera = camera
    }

    /// In the camera's local time, as if it were UTC.
    public var taken: Date? {
        takenSeconds == .min ? nil : Date(timeIntervalSince1970: Double(takenSeconds))
    }

    /// The upright width divided by the height.
    public var aspect: Double? { aspectRatio == 0 ? nil : Double(aspectRatio) }

    /// From 1 to 5, or -1 for a rejected photo.
    public var rating: Int? { ratingNumber == 0 ? nil : Int(ratingNumber) }
}

/// Identifies the content of a photo's file and its sidecars: it differs once one of them has changed.
public struct FileStamp: Hashable, Sendable {
    /// The size of the photo's file in bytes.
    public let bytes: Int
    /// The latest modification time, in nanoseconds since 1970.
    public let modified: Int

    public init(bytes: Int, modified: Int) {
        self.bytes = bytes
        self.modified = modified
    }
}
