/// How far a picture is turned for viewing, clockwise.
public enum Rotation: Int, Hashable, Sendable {
    case none, quarter, half, threeQuarters

    /// A quarter turn further.
    public var next: Rotation { Rotation(rawValue: rawValue + 1) ?? .none }

    /// The turn that takes this one back.
    public var reversed: Rotation { Rotation(rawValue: 4 - rawValue) ?? .none }

    /// Whether rows become columns.
    public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

    /// Where a rectangle is once its picture, which has this width and height, is turned.
    public func turned(_ rect: PixelRect, width: Double, height: Double) -> PixelRect {
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
