import Basics

/// The user's assessment of a photo, which XMP stores: stars, a flag and a color label.
public struct Assessment: Hashable, Sendable {
    public enum Flag: Hashable, Sendable {
        case picked, rejected
    }

    /// From 1 to 5; nil for an unrated photo. A rejected photo keeps its stars, which count again once it is no longer
    /// rejected.
    public var stars: Int?
    public var flag: Flag?
    /// The label as its program names it, such as `Red`; nil without one.
    public var label: String?

    public init(stars: Int? = nil, flag: Flag? = nil, label: String? = nil) {
        self.stars = stars.flatMap { (1...5).contains($0) ? $0 : nil }
        self.flag = flag
        self.label = label
    }

    public var isRejected: Bool { flag == .rejected }
    public var isPicked: Bool { flag == .picked }

    /// The rating as in XMP: from 1 to 5, or -1 for a rejected photo; nil for an unrated one.
    public var rating: Int? { isRejected ? -1 : stars }

    /// Returns the values of a search field that find a photo.
    func values(of field: SearchField) -> [String] {
        switch field {
        case .rating: [String(rating ?? 0)]
        case .label: label.map { [$0] } ?? []
        case .kind: Self.kinds(rating: rating, isPicked: isPicked, isLabeled: label != nil)
        default: []
        }
    }

    /// Returns the values of the search field `is:` that find a photo.
    public static func kinds(rating: Int?, isPicked: Bool, isLabeled: Bool) -> [String] {
        if rating == nil, !isPicked, !isLabeled { return ["unrated"] }
        return (rating == -1 ? ["rejected"] : []) + (isPicked ? ["picked"] : []) + (isLabeled ? ["labeled"] : [])
    }

    /// Returns the assessment after a change; the same if the change is not of the assessment.
    public func applying(_ edit: PhotoEdit) -> Assessment {
        var new = self
        switch edit {
        case .rate(let stars):
            new.stars = stars
            // XMP has one property for stars and the rejection.
            if isRejected { new.flag = nil }
        case .flag(let flag): new.flag = flag
        case .label(let label): new.label = label
        case .favorite, .trash, .restore, .move, .copy, .rename: break
        }
        return new
    }

    /// Returns the changes that lead to another assessment.
    public func edits(to other: Assessment) -> [PhotoEdit] {
        var edits: [PhotoEdit] = []
        var reached = self
        for edit in [PhotoEdit.rate(other.stars), .flag(other.flag), .label(other.label)] {
            let next = reached.applying(edit)
            guard next != reached else { continue }
            edits.append(edit)
            reached = next
        }
        return edits
    }
}

/// The XMP properties to set for a change of an assessment; nil for those to keep.
public struct AssessmentProperties: Hashable, Sendable {
    /// `xmp:Rating`: from 1 to 5, 0 for an unrated photo, or -1 for a rejected one.
    public var rating: Int?
    /// `xmp:Label`; empty for a photo without a label.
    public var label: String?
    /// `digiKam:PickLabel`: 0 for a photo without a flag, 1 for a rejected one, 3 for a picked one.
    public var pickLabel: Int?
    /// The stars that a rejected photo keeps; 0 for none.
    public var starsBeforeRejection: Int?
    /// The values that the file must have when it is written, so that undo doesn't replace those of other programs; nil
    /// for any.
    public var expected: AssessmentValues?

    /// No change.
    public init() {}

    /// The properties in which two assessments differ.
    public init(from old: Assessment, to new: Assessment) {
        if new.rating != old.rating { rating = new.rating ?? 0 }
        if new.flag != old.flag {
            pickLabel =
                switch new.flag {
                case .rejected: 1
                case .picked: 3
                case nil: 0
                }
        }
        let kept = (old: old.isRejected ? old.stars : nil, new: new.isRejected ? new.stars : nil)
        if kept.new != kept.old { starsBeforeRejection = kept.new ?? 0 }
        if new.label != old.label { label = new.label ?? "" }
    }

    public var isEmpty: Bool { self == AssessmentProperties() }

    /// Adds later changes, which replace earlier ones.
    public mutating func add(_ later: AssessmentProperties) {
        rating = later.rating ?? rating
        label = later.label ?? label
        pickLabel = later.pickLabel ?? pickLabel
        starsBeforeRejection = later.starsBeforeRejection ?? starsBeforeRejection
        expected = expected ?? later.expected
    }
}

/// Values of the XMP properties of an assessment; nil for any. A missing property counts as 0 or empty.
public struct AssessmentValues: Hashable, Sendable {
    public var rating: Int?
    public var label: String?
    public var pickLabel: Int?

    public init(rating: Int? = nil, label: String? = nil, pickLabel: Int? = nil) {
        (self.rating, self.label, self.pickLabel) = (rating, label, pickLabel)
    }

    /// The values of an assessment in which it differs from another one.
    public init(of assessment: Assessment, unlike other: Assessment) {
        let properties = AssessmentProperties(from: other, to: assessment)
        self.init(rating: properties.rating, label: properties.label, pickLabel: properties.pickLabel)
    }

    /// Returns the values that differ from others; nil if none does.
    public func differences(from others: AssessmentValues) -> AssessmentValues? {
        let differences = AssessmentValues(
            rating: rating == others.rating ? nil : rating, label: label == others.label ? nil : label,
            pickLabel: pickLabel == others.pickLabel ? nil : pickLabel)
        return differences == AssessmentValues() ? nil : differences
    }
}

extension Assessment {
    /// Returns the assessment updated with the values of a file.
    public func with(_ values: AssessmentValues) -> Assessment {
        var new = self
        if let pickLabel = values.pickLabel { new.flag = [1: .rejected, 3: .picked][pickLabel] }
        if let rating = values.rating {
            if rating == -1 { new.flag = .rejected } else if isRejected, values.pickLabel == nil { new.flag = nil }
            if rating != -1 { new.stars = rating > 0 ? rating : nil }
        }
        if let label = values.label { new.label = label.isEmpty ? nil : label }
        return new
    }
}

/// The assessments of a photo before and after a change.
public struct AssessmentTransition: Hashable, Sendable {
    public let old: Assessment
    public private(set) var new: Assessment
    /// Whether the user undoes earlier changes.
    public private(set) var isUndo: Bool

    public init(from old: Assessment, to new: Assessment, isUndo: Bool = false) {
        self.old = old
        self.new = new
        self.isUndo = isUndo
    }

    /// Adds a later change.
    public mutating func add(_ later: AssessmentTransition) {
        new = later.new
        isUndo = later.isUndo
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
    public let properties: AssessmentProperties
    /// Nil if undo doesn't need to restore the former bytes.
    public let transition: AssessmentTransition?

    public init(
        path: [UInt8], in container: XMPContainer = .sidecar, of photo: IdentifiedFile? = nil,
        properties: AssessmentProperties, transition: AssessmentTransition? = nil
    ) {
        self.path = path
        self.container = container
        self.photo = photo
        self.properties = properties
        self.transition = transition
    }
}

/// The file that couldn't be written, so that none of its photo's files has changed.
public struct SidecarProblem: Hashable, Sendable {
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
    case otherValues(AssessmentValues)
    /// The photo's file is no longer the one that was shown.
    case photoReplaced
    /// Another file of the photo has changed already, and its contents could not be restored.
    case partlyWritten(name: String)
    /// Debian's package without which XMP can't be written.
    case missingPackage(String)
    /// The system's reason, such as `Read-only file system`.
    case unwritable(reason: String)
}
