import Basics

/// A property of a photo that the user changes and XMP stores.
public enum PhotoField: String, Hashable, Sendable, CaseIterable {
    /// `xmp:Rating`: from 1 to 5, 0 for an unrated photo, or -1 for a rejected one.
    case rating
    /// `xmp:Label`.
    case label
    /// `digiKam:PickLabel`: 0 for a photo without a flag, 1 for a rejected one, 3 for a picked one.
    case pickLabel
    /// The stars that a rejected photo keeps; 0 for none.
    case starsBeforeRejection
    case title, description, headline
    /// The names of the photographers, separated by semicolons.
    case creator
    case copyright, city
    /// When the photo was taken, in ISO 8601, with the offset from UTC if it is known.
    case date
    /// The orientation, as numbered by EXIF.
    case orientation

    /// The value that stands for a missing property.
    public var emptyValue: String { [.rating, .pickLabel, .starsBeforeRejection].contains(self) ? "0" : "" }

    /// The texts that the user writes, in the order of a form.
    public static let described: [PhotoField] = [.title, .description, .headline, .creator, .copyright, .city]

    /// The name under which a template has tags, beside the fields.
    public static let tagsOfTemplate = "tags"

    /// The fields of an assessment.
    public static let assessment: Set<PhotoField> = [.rating, .label, .pickLabel, .starsBeforeRejection]
}

/// Values of properties; `emptyValue` stands for a property that a file lacks.
public typealias PhotoValues = [PhotoField: String]

extension PhotoValues {
    public init(rating: Int? = nil, label: String? = nil, pickLabel: Int? = nil) {
        self.init()
        (self.rating, self.label, self.pickLabel) = (rating, label, pickLabel)
    }

    public var rating: Int? {
        get { self[.rating].flatMap { Int($0) } }
        set { self[.rating] = newValue.map(String.init) }
    }

    public var label: String? {
        get { self[.label] }
        set { self[.label] = newValue }
    }

    public var pickLabel: Int? {
        get { self[.pickLabel].flatMap { Int($0) } }
        set { self[.pickLabel] = newValue.map(String.init) }
    }

    /// The values in which an assessment differs from another one.
    public init(of assessment: Assessment, unlike other: Assessment) {
        self.init()
        if assessment.rating != other.rating { rating = assessment.rating ?? 0 }
        if assessment.flag != other.flag {
            pickLabel =
                switch assessment.flag {
                case .rejected: 1
                case .picked: 3
                case nil: 0
                }
        }
        if assessment.label != other.label { label = assessment.label ?? "" }
    }

    /// Returns the values that differ from others; nil if none does.
    public func differences(from others: PhotoValues) -> PhotoValues? {
        let differences = filter { $0.value != others[$0.key] }
        return differences.isEmpty ? nil : differences
    }
}

/// Tags to add to a photo and to remove from it. Hierarchical tags are paths, such as `Places/Portugal`.
public struct TagChange: Hashable, Sendable {
    public var added: [String]
    public var removed: [String]

    public init(add added: [String] = [], remove removed: [String] = []) {
        (self.added, self.removed) = (added, removed)
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    public var inverse: TagChange { TagChange(add: removed, remove: added) }

    /// Returns tags with this change.
    public func applied(to tags: [String]) -> [String] {
        let kept = tags.filter { tag in !removed.contains { $0.isSameTag(as: tag) } }
        return kept + added.filter { tag in !kept.contains { $0.isSameTag(as: tag) } }
    }

    /// Returns the combined effect of this and a later change, if both list only tags that they actually changed.
    public func adding(_ later: TagChange) -> TagChange {
        func without(_ tags: [String], _ others: [String]) -> [String] { tags.filter { !others.contains($0) } }
        return TagChange(
            add: without(added, later.removed) + without(later.added, removed),
            remove: without(removed, later.added) + without(later.removed, added))
    }
}

extension String {
    /// Whether the tags are equal, ignoring case as other programs do.
    public func isSameTag(as other: String) -> Bool { lowercased() == other.lowercased() }
}

/// The properties of a photo to set.
public struct PhotoProperties: Hashable, Sendable {
    public var values: PhotoValues = [:]
    public var tags = TagChange()
    /// The tags in any of the photo's files; this file may lack some.
    public var knownTags: [String] = []
    /// The values that the file must have when it is written, so that undo doesn't replace those of other programs.
    public var expected: PhotoValues = [:]

    public init(
        values: PhotoValues = [:], tags: TagChange = TagChange(), knownTags: [String] = [], expected: PhotoValues = [:]
    ) {
        (self.values, self.tags, self.knownTags, self.expected) = (values, tags, knownTags, expected)
    }

    /// The properties in which two assessments differ.
    public init(from old: Assessment, to new: Assessment) {
        values = PhotoValues(of: new, unlike: old)
        let kept = (old: old.isRejected ? old.stars : nil, new: new.isRejected ? new.stars : nil)
        if kept.new != kept.old { values[.starsBeforeRejection] = String(kept.new ?? 0) }
    }

    public var isEmpty: Bool { values.isEmpty && tags.isEmpty }

    /// Whether the effect depends on the file's contents, so that the change can't be combined with others.
    public var dependsOnFile: Bool {
        !expected.isEmpty || !tags.isEmpty || !PhotoField.assessment.isSuperset(of: values.keys)
    }

    /// Returns the properties that undo these if the file had the expected ones and none of the tags.
    public var inverse: PhotoProperties { PhotoProperties(values: expected, tags: tags.inverse, expected: values) }

    /// Adds later changes of assessments, which replace earlier ones.
    public mutating func add(_ later: PhotoProperties) {
        values.merge(later.values) { $1 }
        expected.merge(later.expected) { first, _ in first }
    }
}

/// An XMP packet that was changed.
public struct EditedPacket: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The properties that undo the change, with the values and tags that the packet had.
    public let inverse: PhotoProperties

    public init(_ bytes: [UInt8], inverse: PhotoProperties = PhotoProperties()) {
        (self.bytes, self.inverse) = (bytes, inverse)
    }
}

/// Properties to set in a sidecar file, which is created if it is missing, or in a JPEG.
public struct SidecarChange: Hashable, Sendable {
    /// The absolute path of the file.
    public let path: [UInt8]
    public let container: XMPContainer
    /// The file that must still be the photo when the file at `path` is written, whatever its contents. Nil skips this
    /// check.
    public let photo: IdentifiedFile?
    public let properties: PhotoProperties
    /// The values that lists showed before the change, from any file of the photo.
    public let former: PhotoValues
    /// Whether the user undoes earlier changes, so that the file's former bytes may be restored.
    public let isUndo: Bool

    public init(
        path: [UInt8], in container: XMPContainer = .sidecar, of photo: IdentifiedFile? = nil,
        properties: PhotoProperties, former: PhotoValues = [:], isUndo: Bool = false
    ) {
        self.path = path
        self.container = container
        self.photo = photo
        self.properties = properties
        self.former = former
        self.isUndo = isUndo
    }
}

/// The file that couldn't be written, so that none of its photo's files has changed.
public struct SidecarProblem: Error, Hashable, Sendable {
    public let path: [UInt8]
    public let failure: SidecarFailure

    public init(path: [UInt8], _ failure: SidecarFailure) {
        (self.path, self.failure) = (path, failure)
    }
}

/// Why the XMP of a sidecar file or a picture isn't changed. The file stays the same, byte for byte.
public enum SidecarFailure: Error, Hashable, Sendable {
    /// It is not an XMP packet, or not one that would survive the change.
    case damaged
    case tooLarge
    /// Neither a regular file nor a link to one.
    case notAFile
    /// The file of a picture isn't intact.
    case damagedPicture
    /// The packet is too large for a picture.
    case noRoom
    /// The EXIF of a picture has no orientation to set.
    case noOrientation
    /// A picture is followed by data that would move, so that programs might no longer find it.
    case partsWouldMove
    /// A picture has Content Credentials (C2PA), which sign every byte.
    case hasCredentials
    /// A picture has other names (hard links), which a new file would not have.
    case hasOtherNames
    /// The file belongs to another user; a new file could not.
    case foreignOwner
    /// Another program has locked it.
    case locked
    /// Another program keeps changing it.
    case keepsChanging
    /// Another program has set these values, which undo must not replace.
    case otherValues(PhotoValues)
    /// The photo's file is no longer the one that was shown.
    case photoReplaced
    /// Another file of the photo has changed already, and its contents could not be restored.
    case partlyWritten(name: String)
    /// Debian's package without which XMP can't be written.
    case missingPackage(String)
    /// The system's reason, such as `Read-only file system`.
    case unwritable(reason: String)
}
