import Basics
import FoundationEssentials

/// Indexed metadata of a photo, for lists, searches and layout.
public struct PhotoFacts: Hashable, Sendable {
    /// The time zone of a date.
    public enum Zone: Hashable, Sendable {
        /// That of the place, in minutes east of UTC.
        case local(Int)
        /// UTC, because the local time is unknown.
        case utc

        fileprivate init?(_ details: PhotoDetails) {
            guard let zone = details.takenZone else { return nil }
            self = details.takenSource?.isUTC == true ? .utc : .local(zone)
        }
    }

    /// In the camera's local time, as if it were UTC; nil for a date that isn't a `Timestamp`.
    public let taken: Date?
    /// The time zone of `taken`; nil if unknown.
    public let zone: Zone?
    public let precision: DatePrecision
    /// Whether `taken` is the time of the exposure by the camera's clock, with which bursts are found.
    public let isTimed: Bool
    /// The upright width divided by the height.
    public let aspect: Double?
    public let orientation: PhotoOrientation
    public let assessment: Assessment
    /// Maker and model.
    public let camera: String?
    /// That of the camera's body.
    public let serialNumber: String?
    public let lens: String?
    public let author: String?
    public let tags: [String]
    public let people: [String]
    /// Sensitivity, such as 400.
    public let iso: Int?
    /// The f-number, such as 5.6.
    public let aperture: Double?
    /// Whether the coordinates are known.
    public let isLocated: Bool
    public let title: String?
    public let headline: String?
    public let description: String?
    /// The names of the place, of which the first is shown, and of towns around.
    public let place: String?
    /// The names of its country in several languages.
    public let countries: String?
    /// The playing time of a video, in seconds; nil for a photo.
    public let duration: Double?
    public let color: AverageColor?
    /// The names of videos of the same name that were taken at another time or with another camera.
    public let unrelatedVideos: [[UInt8]]

    public init(
        taken: Date? = nil, zone: Zone? = nil, precision: DatePrecision = .second, isTimed: Bool = false,
        aspect: Double? = nil, orientation: PhotoOrientation = .own, assessment: Assessment = Assessment(),
        camera: String? = nil,
        serialNumber: String? = nil,
        lens: String? = nil, author: String? = nil, tags: [String] = [], people: [String] = [],
        exposure: Exposure = Exposure(), isLocated: Bool = false, title: String? = nil, headline: String? = nil,
        description: String? = nil, place: String? = nil, countries: String? = nil, duration: Double? = nil,
        color: AverageColor? = nil, unrelatedVideos: [[UInt8]] = []
    ) {
        self.taken = taken.flatMap(Timestamp.init)?.date
        self.zone = zone
        self.precision = precision
        self.isTimed = isTimed
        self.aspect = aspect.flatMap(Aspect.init)?.value
        self.orientation = orientation
        self.assessment = assessment
        self.camera = camera
        self.serialNumber = serialNumber
        self.lens = lens
        self.author = author
        self.tags = tags
        self.people = people
        iso = exposure.iso
        aperture = exposure.aperture
        self.isLocated = isLocated
        self.headline = headline
        self.title = title
        self.description = description
        self.place = place
        self.countries = countries
        self.duration = duration.flatMap(PlayingTime.init)?.seconds
        self.color = color
        self.unrelatedVideos = unrelatedVideos
    }

    public init(
        _ details: PhotoDetails, size: PixelSize?, orientation: PhotoOrientation = .own, color: AverageColor? = nil,
        place: String? = nil, countries: String? = nil, unrelatedVideos: [[UInt8]] = []
    ) {
        self.init(
            taken: details.taken, zone: Zone(details), precision: details.takenPrecision,
            isTimed: details.takenSource?.isExposure == true && details.takenPrecision == .second,
            aspect: size.map { Double($0.width) / Double($0.height) },
            orientation: orientation, assessment: details.assessment, camera: details.camera,
            serialNumber: details.serialNumber,
            lens: details.lens, author: details.author, tags: details.tags, people: details.people,
            exposure: details.exposure,
            isLocated: details.coordinate != nil, title: details.title, headline: details.headline,
            description: details.description, place: place, countries: countries, duration: details.duration,
            color: color, unrelatedVideos: unrelatedVideos)
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
