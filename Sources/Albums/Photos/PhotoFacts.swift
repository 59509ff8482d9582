import Basics

/// Indexed metadata of a photo, for lists, searches and layout.
public struct PhotoFacts: Hashable, Sendable {
    public let details: PhotoDetails
    /// The upright width divided by the height.
    public let aspect: Double?
    public let orientation: PhotoOrientation
    public let color: AverageColor?
    /// The names of the place, of which the first is shown, and of towns around.
    public let place: String?
    /// The names of its country in several languages.
    public let countries: String?
    /// The names of videos of the same name that were taken at another time or with another camera.
    public let unrelatedVideos: [[UInt8]]

    /// - Parameter size: the upright size.
    public init(
        _ details: PhotoDetails = PhotoDetails(), size: PixelSize? = nil, orientation: PhotoOrientation = .own,
        color: AverageColor? = nil, place: String? = nil, countries: String? = nil, unrelatedVideos: [[UInt8]] = []
    ) {
        self.details = details
        aspect = size.flatMap { Aspect(Double($0.width) / Double($0.height)) }?.value
        self.orientation = orientation
        self.color = color
        self.place = place
        self.countries = countries
        self.unrelatedVideos = unrelatedVideos
    }
}

/// Identifies the content of a photo's file, its sidecars and videos: it differs once one of them has changed.
public struct FileStamp: Hashable, Sendable {
    /// The size of all files in bytes.
    public let bytes: Int
    /// The latest modification time, in nanoseconds since 1970.
    public let modified: Int

    public init(bytes: Int, modified: Int) {
        self.bytes = bytes
        self.modified = modified
    }
}
