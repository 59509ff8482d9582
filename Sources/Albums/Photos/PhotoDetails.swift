import Basics
import FoundationEssentials
import Glibc

/// Metadata from a photo's file or service. Unknown properties are nil or empty.
public struct PhotoDetails: Hashable, Sendable {
    public var title: String?
    /// The title of a news photo.
    public var headline: String?
    public var description: String?
    public var author: String?
    public var copyright: String?
    public var tags: [String] = []
    /// Whether tags from other sources are ignored.
    public var hasAllTags = false
    /// The names of people and of other regions in the picture.
    public var people: [String] = []
    /// A color label as its program names it, such as `Red`; empty if a source says that there is none.
    public var label: String?
    /// From 1 to 5, or -1 for a rejected photo; 0 if a source says that the photo is unrated.
    public private(set) var rating: Int?
    /// The stars of a rejected photo before it was rejected.
    public private(set) var starsBeforeRejection: Int?
    /// Whether the user has flagged the photo as a pick.
    public var isPicked: Bool?
    /// In the camera's local time, as if it were UTC, because few cameras know their time zone. With sub-seconds, which
    /// distinguish the photos of a burst.
    public var taken: Date?
    /// The property that `taken` was read from; nil for those of services, and for local times of videos.
    public private(set) var takenSource: TakenSource?
    /// The time zone of `taken`, in minutes east of UTC.
    public private(set) var takenZone: Int?
    /// The EXIF number of the orientation in which the photo is shown; nil if its pixels are upright.
    public private(set) var orientation: PhotoOrientation.Number?
    /// How much of `taken` is known.
    public private(set) var takenPrecision = DatePrecision.second
    /// Maker and model, such as `NIKON D3100`.
    public var camera: String?
    /// That of the camera's body.
    public var serialNumber: String?
    /// The same for a picture and the video that an iPhone took with it.
    public var contentIdentifier: String?
    public var lens: String?
    public var exposure = Exposure()
    public var focus: FocusPoint?
    /// The place's name.
    public var locationName: String?
    public var city: String?
    public private(set) var coordinate: Address.Coordinate?
    /// The playing time of a video, in seconds; nil for a photo.
    public private(set) var duration: Double?
    /// The number of frames of an animation that isn't played; nil for other pictures.
    public private(set) var frameCount: Int?
    /// The size of the file, in bytes.
    public var fileBytes: Int?
    /// Debian's package without which some of the metadata can't be read; nil if all could.
    public var missingPackage: String?
    /// The address of the photo's library if it is not the open one.
    public var library: String?

    public init() {}

    /// Sets the rating; others than -1 to 5 count as unknown.
    ///
    /// - Parameter starsBefore: the stars of a rejected photo, if they are known.
    public mutating func setRating(_ number: Double?, starsBefore: Int? = nil) {
        rating = number.flatMap { Int(exactly: $0.rounded()) }.flatMap { (-1...5).contains($0) ? $0 : nil }
        starsBeforeRejection = rating == -1 ? starsBefore.flatMap { (1...5).contains($0) ? $0 : nil } : nil
    }

    /// The known part of the user's assessment.
    public var assessment: Assessment {
        get {
            let isRejected = rating == -1
            return Assessment(
                stars: isRejected ? starsBeforeRejection : rating,
                flag: isRejected ? .rejected : isPicked == true ? .picked : nil,
                label: label.flatMap { $0.isEmpty ? nil : $0 })
        }
        set {
            setRating(Double(newValue.rating ?? 0), starsBefore: newValue.stars)
            isPicked = newValue.isPicked
            label = newValue.label ?? ""
        }
    }

    /// The text of a field; nil if it is unknown.
    public subscript(field: PhotoField) -> String? {
        get {
            switch field {
            case .title: title
            case .description: description
            case .headline: headline
            case .creator: author
            case .copyright: copyright
            case .city: city
            case .rating, .label, .pickLabel, .starsBeforeRejection, .date, .orientation: nil
            }
        }
        set {
            let text = newValue.flatMap { $0.isEmpty ? nil : $0 }
            switch field {
            case .title: title = text
            case .description: description = text
            case .headline: headline = text
            case .creator: author = text
            case .copyright: copyright = text
            case .city: city = text
            case .rating, .label, .pickLabel, .starsBeforeRejection, .date, .orientation: break
            }
        }
    }

    /// Sets the local time and its zone; others than those of the Earth count as unknown.
    public mutating func setTaken(
        _ date: Date?, zone: Int?, source: TakenSource? = nil, precision: DatePrecision = .second
    ) {
        taken = date
        takenPrecision = date == nil ? .second : precision
        takenSource = date == nil ? nil : source
        takenZone = date == nil ? nil : zone.flatMap { (-14 * 60...14 * 60).contains($0) ? $0 : nil }
    }

    /// Copies the date of other details.
    public mutating func setTaken(of other: PhotoDetails) {
        setTaken(other.taken, zone: other.takenZone, source: other.takenSource, precision: other.takenPrecision)
    }

    /// Sets the coordinate. 0, 0 counts as unknown: receivers without a fix write it.
    public mutating func setCoordinate(_ coordinate: Address.Coordinate?) {
        self.coordinate = coordinate.flatMap { $0.latitude == 0 && $0.longitude == 0 ? nil : $0 }
    }

    /// Sets the number of EXIF for the orientation; others than 2 to 8 count as upright.
    public mutating func setOrientation(_ number: PhotoOrientation.Number?) {
        orientation = number.flatMap { (2...8).contains($0) ? $0 : nil }
    }

    /// Sets the playing time, in seconds; one that is no `PlayingTime` counts as unknown.
    public mutating func setDuration(_ seconds: Double?) {
        duration = seconds.flatMap(PlayingTime.init)?.seconds
    }

    /// Sets the number of frames; a single frame, which is no animation, and implausible numbers count as unknown.
    public mutating func setFrameCount(_ count: Int?) {
        frameCount = count.flatMap { (2...1 << 24).contains($0) ? $0 : nil }
    }

    /// Returns these details, with unknown properties taken from `other`.
    public func completed(by other: PhotoDetails) -> PhotoDetails {
        var details = self
        details.title = title ?? other.title
        details.headline = headline ?? other.headline
        details.description = description ?? other.description
        details.author = author ?? other.author
        details.copyright = copyright ?? other.copyright
        if tags.isEmpty, !hasAllTags { details.tags = other.tags }
        if people.isEmpty { details.people = other.people }
        details.label = label ?? other.label
        details.isPicked = isPicked ?? other.isPicked
        if rating == nil { (details.rating, details.starsBeforeRejection) = (other.rating, other.starsBeforeRejection) }
        if taken == nil { details.setTaken(of: other) }
        details.orientation = orientation ?? other.orientation
        details.camera = camera ?? other.camera
        details.serialNumber = serialNumber ?? other.serialNumber
        details.contentIdentifier = contentIdentifier ?? other.contentIdentifier
        details.lens = lens ?? other.lens
        if exposure == Exposure() { details.exposure = other.exposure }
        details.focus = focus ?? other.focus
        details.locationName = locationName ?? other.locationName
        details.city = city ?? other.city
        details.coordinate = coordinate ?? other.coordinate
        details.duration = duration ?? other.duration
        details.frameCount = frameCount ?? other.frameCount
        details.fileBytes = fileBytes ?? other.fileBytes
        details.missingPackage = missingPackage ?? other.missingPackage
        details.library = library ?? other.library
        return details
    }
}

extension PhotoDetails {
    /// Whether `taken` is the time of the exposure by the camera's clock, to the second.
    public var isTimed: Bool { takenSource?.isExposure == true && takenPrecision == .second }

    /// Whether a video of the same name may have been taken with this picture. iPhones identify both; other devices
    /// write the time and the camera.
    public func mayBelong(with video: PhotoDetails) -> Bool {
        if let contentIdentifier, let other = video.contentIdentifier { return contentIdentifier == other }
        if let camera = camera?.lowercased(), let other = video.camera?.lowercased(),
            !camera.contains(other), !other.contains(camera)
        {
            return false
        }
        let videoIsTimed = video.takenSource.map { $0 <= .movieHeader } ?? true && video.takenPrecision == .second
        guard isTimed, videoIsTimed, let taken, let other = video.taken else { return true }
        let hasZones = takenZone != nil && video.takenZone != nil
        let zoneSeconds = hasZones ? 60 * Double((takenZone ?? 0) - (video.takenZone ?? 0)) : 0
        let gap = taken.timeIntervalSince(other) - zoneSeconds
        // A zone may be unknown, or wrong for a local time labeled as UTC; zones are multiples of a quarter of an hour.
        return abs(gap) <= Self.maxZoneDifference && abs(gap.remainder(dividingBy: 900)) <= Self.maxClipGap
    }

    /// In seconds.
    private static let (maxZoneDifference, maxClipGap) = (14.5 * 3600, 60.0)
}

/// The properties that say when a photo was taken, the most reliable first.
public enum TakenSource: Int, Comparable, Sendable {
    /// Tintype's property in a sidecar, after the user has corrected the camera's clock.
    case user = -1
    /// The sidecar of a raw file, which editors never write.
    case rawSidecar
    case exifOriginal
    /// `exif:DateTimeOriginal` or `photoshop:DateCreated`.
    case xmpOriginal
    case iptcCreated
    case exifDigitized
    /// The clock of a video, which runs in UTC wherever the video was taken.
    case movieHeader
    /// `xmp:CreateDate`, which some programs set when they export a photo.
    case xmpCreated
    /// The JSON of Google Takeout, in UTC.
    case takeout
    /// The name of the file; in UTC if it has a zone at all.
    case fileName
    /// The time of the last change.
    case exifChanged

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Whether it is the time of the exposure by the camera's clock, rather than that of an export or a file.
    public var isExposure: Bool { self <= .exifDigitized }

    /// Whether a zone says only that the time is in UTC, and the local time is unknown.
    public var isUTC: Bool { [.movieHeader, .takeout, .fileName].contains(self) }
}

/// How much of a date is known. The rest is the start of that year, month or day.
public enum DatePrecision: Int, Comparable, Sendable {
    case year, month, day, second

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The exposure settings of a photo; nil if unknown.
public struct Exposure: Hashable, Sendable {
    /// In seconds, such as 0.002.
    public let time: Double?
    /// The f-number, such as 5.6.
    public let aperture: Double?
    /// Sensitivity, such as 400.
    public let iso: Int?
    /// In millimeters.
    public let focalLength: Double?

    /// Values that no camera has count as unknown.
    public init(time: Double? = nil, aperture: Double? = nil, iso: Int? = nil, focalLength: Double? = nil) {
        func valid(_ number: Double?) -> Double? { number.flatMap { Self.range.contains($0) ? $0 : nil } }
        self.time = valid(time)
        self.aperture = valid(aperture)
        self.iso = iso.map { Count($0).value }.flatMap { $0 > 0 ? $0 : nil }
        self.focalLength = valid(focalLength)
    }

    private static let range = 1e-6...1e6

    /// Returns the time in seconds for an APEX value of EXIF (EXIF 2.32, annex C).
    public static func time(apex value: Double?) -> Double? { value.map { exp2(-$0) } }

    /// Returns the f-number for an APEX value of EXIF.
    public static func aperture(apex value: Double?) -> Double? { value.map { exp2($0 / 2) } }
}

/// The point of a photo on which the camera has focused, in fractions of the width and height of the upright picture.
public struct FocusPoint: Hashable, Sendable {
    /// Each 0...1.
    public let x: Double
    public let y: Double

    /// Returns nil for a point outside the picture.
    public init?(x: Double, y: Double) {
        guard Self.range.contains(x), Self.range.contains(y) else { return nil }
        self.x = x
        self.y = y
    }

    private static let range = 0.0...1.0
}

/// A camera's display name.
public enum CameraName {
    /// Returns maker and model, without the maker if the model begins with its first word: EXIF has `NIKON CORPORATION`
    /// and `NIKON D3100`.
    public static func joined(maker: String?, model: String?) -> String? {
        guard let model, !model.isEmpty else { return maker.flatMap { $0.isEmpty ? nil : $0 } }
        guard let maker, let first = maker.split(separator: " ").first,
            !model.lowercased().hasPrefix(first.lowercased())
        else { return model }
        return "\(maker) \(model)".bounded
    }

    /// Returns a description of EXIF or XMP; nil for one that a camera writes into all its photos.
    public static func userDescription(_ text: String?) -> String? {
        guard let text else { return nil }
        let isOfCamera =
            cameraDescriptions.contains(text) || text.hasSuffix("DIGITAL CAMERA") && text == text.uppercased()
        return isOfCamera ? nil : text
    }

    /// Those besides `OLYMPUS DIGITAL CAMERA` and its like.
    private static let cameraDescriptions: Set<String> = [
        "SONY DSC", "SAMSUNG", "SAMSUNG CAMERA PICTURES", "KODAK Digital Still Camera", "Digital StillCamera",
        "Digital Still Camera", "Exif_JPEG_PICTURE", "Exif JPEG", "My beautiful picture", "DCF 1.0", "JPEG", "default",
        "binary comment", "charset=Ascii", "<Digimax i5, Samsung #1>", "hdrpl", "cof", "dav", "edf", "mde", "nor",
        "oznor", "oznorWO", "ptr", "rbt", "rhdr", "sdr", "vhdr",
    ]
}

/// When a photo was taken, as a text of XMP: `2015-04-10T12:03:03.5+02:00`.
public struct TakenTime: Hashable, Sendable {
    /// In the camera's local time, as if it were UTC.
    public let date: Date
    /// Minutes east of UTC; nil if unknown.
    public let zone: Int?

    public init(_ date: Date, zone: Int?) {
        (self.date, self.zone) = (date, zone)
    }

    /// Parses the format of `text`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes,
            let match = text.wholeMatch(of: /(.{19}(?:\.\d{1,3})?)(?:([+-])(\d\d):(\d\d))?/),
            let date = try? Date("\(match.1)Z", strategy: Self.style(hasFraction: match.1.utf8.count > 19))
        else { return nil }
        let minutes = match.3.flatMap { Int($0) }.map { 60 * $0 + (match.4.flatMap { Int($0) } ?? 0) }
        self.init(date, zone: minutes.map { match.2 == "-" ? -$0 : $0 })
    }

    public var text: String {
        // The formatter truncates to milliseconds, so add half of one to round.
        var local = String((date + 0.000_5).formatted(Self.style(hasFraction: true)).dropLast())
        if local.hasSuffix(".000") { local.removeLast(4) }
        guard let zone else { return local }
        let digits = [abs(zone) / 60, abs(zone) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(local)\(zone < 0 ? "-" : "+")\(digits[0]):\(digits[1])"
    }

    private static func style(hasFraction: Bool) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
    }

    private static let maxBytes = 40
}
