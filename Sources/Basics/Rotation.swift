/// The clockwise rotation of a picture for viewing.
public enum Rotation: Int, Hashable, Sendable {
    case none, quarter, half, threeQuarters

    /// The rotation after another quarter turn.
    public var next: Rotation { Rotation(rawValue: rawValue + 1) ?? .none }

    /// The rotation after a quarter turn counterclockwise.
    public var previous: Rotation { Rotation(rawValue: rawValue - 1) ?? .threeQuarters }

    /// The inverse rotation.
    public var reversed: Rotation { Rotation(rawValue: 4 - rawValue) ?? .none }

    /// Whether rows become columns.
    public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

    /// Returns the rectangle in the rotated picture; `width` and `height` are those of the picture before rotation.
    public func rotated(_ rect: PixelRect, width: Double, height: Double) -> PixelRect {
        let right = width - rect.x - rect.width
        let below = height - rect.y - rect.height
        return switch self {
        case .none: rect
        case .quarter: PixelRect(x: below, y: rect.x, width: rect.height, height: rect.width)
        case .half: PixelRect(x: right, y: below, width: rect.width, height: rect.height)
        case .threeQuarters: PixelRect(x: rect.y, y: right, width: rect.height, height: rect.width)
        }
    }
}
