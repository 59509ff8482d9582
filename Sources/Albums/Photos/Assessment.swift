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
        case .set, .tag, .favorite, .album, .trash, .restore, .move, .copy, .rename: break
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

extension Assessment {
    /// Returns the assessment updated with the values of a file.
    public func with(_ values: PhotoValues) -> Assessment {
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
