import Basics
import FoundationEssentials

/// The playing time of a video.
public struct Video: Hashable, Sendable {
    /// In seconds; nil if unknown.
    public let duration: Double?

    public init(duration: Double? = nil) {
        self.duration = duration.flatMap(PlayingTime.init)?.seconds
    }
}

/// The orientation in which a photo is shown.
public enum PhotoOrientation: Hashable, Sendable {
    /// Unknown until the sidecars beside the file have been read, if it has any.
    case unread
    /// The orientation in the file itself.
    case own
    /// The EXIF number, 1 to 8, that a sidecar has in place of the file's.
    case sidecar(UInt8)

    /// - Parameter number: nil or a number that EXIF doesn't have for the file's own orientation.
    public init(sidecar number: Int?) {
        self = number.flatMap { (1...8).contains($0) ? .sidecar(UInt8($0)) : nil } ?? .own
    }

    /// An orientation as numbered by EXIF, 1 to 8.
    public typealias Number = Int

    /// Returns the orientation after a quarter turn.
    public static func turned(_ number: Number, isClockwise: Bool) -> Number {
        // A clockwise turn leads to the next number of a row; the second row is mirrored.
        for row in [[1, 6, 3, 8], [2, 7, 4, 5]] {
            if let index = row.firstIndex(of: number) { return row[(index + (isClockwise ? 1 : 3)) % 4] }
        }
        return number
    }

    /// The EXIF number in place of the file's; nil for the file's own orientation.
    public var sidecarNumber: Int? {
        if case .sidecar(let number) = self { Int(number) } else { nil }
    }
}

/// A cache key of a photo's pixels, which changes with its file and with the orientation in its sidecar.
public struct PhotoVersion: Hashable, Sendable {
    public let photo: Photo.ID
    /// The photo's `version`.
    public let number: Int
    public let orientation: PhotoOrientation

    public init(of photo: Photo.ID, number: Int = 0, orientation: PhotoOrientation = .unread) {
        self.photo = photo
        self.number = number
        self.orientation = orientation
    }

    /// Whether a later version has other pixels. If the orientation was unread, the decoder has applied it already.
    public func isOutdated(by later: PhotoVersion) -> Bool {
        number != later.number || orientation != .unread && orientation != later.orientation
    }
}

/// A picture or video in an album, without its pixels; its library provides their source.
public struct Photo: Identifiable, Hashable, Sendable {
    /// Identifies a photo within its library; the same in every album.
    public struct ID: Hashable, Sendable {
        public let rawValue: String

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The meaning of a photo's date.
    public enum DateKind: Hashable, Sendable {
        /// When the photo was taken, or else published.
        case taken
        /// When the file was last modified, which is known without opening it.
        case modified
    }

    public internal(set) var id: ID
    public let albumID: Album.ID
    public private(set) var title: String
    public private(set) var tags: [String]
    public private(set) var author: String?
    public private(set) var description: String?
    /// When the photo was taken or published, or its file modified, in local time as if it were UTC; nil for a date that
    /// isn't a `Timestamp`.
    public private(set) var date: Date?
    public private(set) var dateKind: DateKind
    public private(set) var datePrecision: DatePrecision
    /// Width divided by height; nil if unknown or implausible.
    public private(set) var aspect: Double?
    /// The canonical path if the photo is a file; bytes, because file names need not be UTF-8.
    public internal(set) var file: [UInt8]?
    /// Identifies the listed file, so that changes don't affect another one; nil if unknown.
    public internal(set) var identity: FileIdentity?
    /// Changes whenever the pixels of the photo with this ID may have changed.
    public private(set) var version: Int
    public internal(set) var orientation: PhotoOrientation
    /// Nil for a still picture.
    public internal(set) var video: Video?
    /// Its other files.
    public internal(set) var stack: [StackedFile]
    /// The photos of a burst, or of a service's stack, for which this one stands in a list, itself included; empty for a
    /// single photo. A library that doesn't know the others yet repeats this one.
    public private(set) var burst: [ID] = []
    /// A stand-in to show until the pixels have loaded.
    public let placeholder: Placeholder?
    /// The photo's public web page, a `WebURL`.
    public let link: String?
    /// The credit that a service requires, such as `Photo by NAME on SERVICE`.
    public let attribution: String?
    /// The author's web page, a `WebURL`.
    public let authorLink: String?

    public init(
        id: ID, albumID: Album.ID, title: String, tags: [String] = [], author: String? = nil,
        description: String? = nil, date: Date? = nil, dateKind: DateKind = .taken,
        datePrecision: DatePrecision = .second, aspect: Double? = nil,
        placeholder: Placeholder? = nil, link: String? = nil, attribution: String? = nil, authorLink: String? = nil,
        file: [UInt8]? = nil, identity: FileIdentity? = nil, version: Int = 0,
        orientation: PhotoOrientation = .unread, video: Video? = nil, stack: [StackedFile] = []
    ) {
        self.id = id
        self.albumID = albumID
        self.title = title.bounded
        self.tags = BoundedText.list(tags)
        self.author = author?.bounded
        self.description = description?.bounded
        self.date = date.flatMap(Timestamp.init)?.date
        self.dateKind = dateKind
        self.datePrecision = datePrecision
        self.aspect = aspect.flatMap(Aspect.init)?.value
        self.placeholder = placeholder
        self.link = link.flatMap(WebURL.init)?.text
        self.attribution = attribution?.bounded
        self.authorLink = authorLink.flatMap(WebURL.init)?.text
        self.file = file
        self.identity = identity
        self.version = version
        self.orientation = orientation
        self.video = video
        self.stack = stack
    }

    /// The cache key of the photo's pixels.
    public var pixelVersion: PhotoVersion { PhotoVersion(of: id, number: version, orientation: orientation) }

    /// Whether both have the same pixels, as far as the library knows.
    public func hasPixels(of other: Photo) -> Bool { pixelVersion == other.pixelVersion }

    /// Returns an upright photo with changed properties, and with other tags unless they are nil.
    public func with(_ texts: PhotoValues, tags: [String]?) -> Photo {
        func changed(_ old: String?, _ field: PhotoField) -> String? {
            texts[field].map { $0.isEmpty ? nil : $0.bounded } ?? old
        }
        var photo = self
        photo.title = texts[.title]?.bounded ?? title
        photo.description = changed(description, .description)
        photo.author = changed(author, .creator)
        photo.tags = tags.map { BoundedText.list($0) } ?? self.tags
        photo.date = texts[.date].flatMap { TakenTime($0) }?.date ?? date
        if let number = texts[.orientation].flatMap({ Int($0) }) {
            photo.orientation = PhotoOrientation(sidecar: number)
            if number >= 5 { photo.aspect = aspect.flatMap { Aspect(1 / $0)?.value } }
        }
        return photo
    }

    /// Returns the same photo with the date in its details, if they have one.
    public func with(dateOf details: PhotoDetails) -> Photo {
        guard let taken = details.taken else { return self }
        var photo = self
        (photo.date, photo.dateKind, photo.datePrecision) = (taken, .taken, details.takenPrecision)
        return photo
    }

    /// Returns the same photo with another ID.
    public func with(id: ID) -> Photo {
        var photo = self
        photo.id = id
        return photo
    }

    /// Returns the same photo with the identity of its file.
    ///
    /// - Parameter version: the version that goes with the file.
    public func with(identity: FileIdentity, version: Int) -> Photo {
        var photo = self
        (photo.identity, photo.version) = (identity, version)
        return photo
    }

    /// Returns the same photo, standing for a burst.
    public func with(burst: [ID]) -> Photo {
        var photo = self
        photo.burst = burst
        return photo
    }

    /// Returns the same photo with the canonical path of its file.
    public func with(file: [UInt8]?) -> Photo {
        var photo = self
        photo.file = file
        return photo
    }
}

/// Another file of a photo, with the same name: the raw file beside a JPEG, or the video that a phone took with it.
public struct StackedFile: Hashable, Sendable {
    /// Identifies the file as a separate photo, which is in no list.
    public let id: Photo.ID
    /// The canonical path.
    public let file: [UInt8]?
    /// Identifies the listed file; nil if unknown.
    public let identity: FileIdentity?
    /// The extension in capitals, such as `ARW`.
    public let format: String
    /// Nil for a still picture.
    public let video: Video?

    public init(
        id: Photo.ID, file: [UInt8]?, identity: FileIdentity? = nil, format: String, video: Video? = nil
    ) {
        self.id = id
        self.file = file
        self.identity = identity
        self.format = format.bounded
        self.video = video
    }
}

extension Photo {
    /// The photo with each of its files, the one that lists show first.
    public var stackedPhotos: [Photo] { [self] + stack.map(showing) }

    /// Returns the photo with another of its files, and without a stack.
    private func showing(_ file: StackedFile) -> Photo {
        var photo = self
        (photo.id, photo.file, photo.identity) = (file.id, file.file, file.identity)
        (photo.video, photo.stack) = (file.video, [])
        // The files may have different sidecars.
        photo.orientation = .unread
        return photo
    }
}
