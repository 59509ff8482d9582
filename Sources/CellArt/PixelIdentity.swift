import Basics

/// Identifies the pixels of a picture, so that a terminal that has them already needn't receive them again.
public struct PixelIdentity: Hashable, Sendable {
    public let view: PixelView
    /// Differs between pictures of the same view: by their source, quality and size in pixels.
    public let content: OpaqueID
}

/// A part of a photo and the cells that show it. On the screen, pixels of the same view can take each other's place.
public struct PixelView: Hashable, Sendable {
    public let crop: PhotoCrop
    public let columns: Int
    public let rows: Int
    /// The columns and rows that aren't blank: `CellPicture.shown`.
    public let shownColumns: Range<Int>
    public let shownRows: Range<Int>
}

/// A part of a photo.
public struct PhotoCrop: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        /// The whole photo, cropped at the edges to fill whole cells.
        case whole
        /// The largest part with the aspect ratio of the cells.
        case covering
        /// A part in pixels of the upright photo, rotated.
        case rect(PixelRect, Rotation)
    }

    public let photo: OpaqueID
    public let part: Part

    public init(of photo: some Hashable & Sendable, _ part: Part = .whole) {
        self.photo = OpaqueID(photo)
        self.part = part
    }
}

/// A value of another module that is part of an identity.
public struct OpaqueID: Hashable, Sendable, CustomStringConvertible {
    private let value: any Hashable & Sendable

    public init(_ value: some Hashable & Sendable) {
        self.value = value
    }

    public static func == (left: OpaqueID, right: OpaqueID) -> Bool {
        func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
        return isEqual(left.value, right.value)
    }

    public func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }

    public var description: String { "\(value)" }
}
