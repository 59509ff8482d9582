import Albums
import Basics

/// The edits that a server applies to a photo's picture, in order. The file is unchanged.
struct ImmichEdits: Decodable, Hashable, Sendable {
    private(set) var edits: [Edit]

    struct Edit: Decodable, Hashable, Sendable {
        fileprivate var action: BoundedText
        fileprivate var parameters: Parameters
    }

    /// The parameters of any action: a crop has a rectangle, a rotation an angle, a mirror an axis.
    fileprivate struct Parameters: Decodable, Hashable {
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
        /// In degrees, clockwise.
        var angle: Double?
        var axis: BoundedText?
    }

    /// Whether all edits are known, so that none is lost when they are sent again.
    var areKnown: Bool {
        edits.allSatisfy { edit in
            switch edit.action.text {
            case "crop", "mirror": true
            case "rotate": edit.parameters.angle?.truncatingRemainder(dividingBy: 90) == 0
            default: false
            }
        }
    }

    /// The EXIF number of the orientation that the rotation and mirrors add to the file's own.
    var orientation: PhotoOrientation.Number {
        edits.reduce(1) { number, edit in
            switch edit.action.text {
            case "rotate": PhotoOrientation.turned(number, quarters: edit.quarters)
            case "mirror":
                PhotoOrientation.turned(
                    PhotoOrientation.mirrored(number), quarters: edit.parameters.axis?.text == "vertical" ? 2 : 0)
            default: number
            }
        }
    }

    /// Returns the edits that turn the picture to an orientation, with its crop and mirrors; nil if that needs a mirror.
    func turned(to number: PhotoOrientation.Number) -> ImmichEdits? {
        guard let quarters = (0..<4).first(where: { PhotoOrientation.turned(orientation, quarters: $0) == number })
        else { return nil }
        var new = self
        // Servers take one rotation. A mirror after it reverses the direction.
        guard let index = edits.firstIndex(where: { $0.action.text == "rotate" }) else {
            if quarters > 0 {
                new.edits.append(
                    Edit(action: BoundedText("rotate"), parameters: Parameters(angle: Double(quarters * 90))))
            }
            return new
        }
        let isReversed = edits[index...].count { $0.action.text == "mirror" } % 2 == 1
        let sum = (edits[index].quarters + (isReversed ? 4 - quarters : quarters)) % 4
        if sum == 0 { new.edits.remove(at: index) } else { new.edits[index].parameters.angle = Double(sum * 90) }
        return new
    }

    /// The body of the request that replaces all edits.
    var body: JSONValue { ["edits": .array(edits.map(\.json))] }
}

extension ImmichEdits.Edit {
    /// The number of clockwise quarter turns of a rotation, 0 to 3.
    fileprivate var quarters: Int {
        let degrees = (parameters.angle ?? 0).truncatingRemainder(dividingBy: 360)
        return degrees.isFinite ? (Int((degrees / 90).rounded()) + 4) % 4 : 0
    }

    fileprivate var json: JSONValue {
        var values: [String: JSONValue] = [:]
        let numbers = [
            "x": parameters.x, "y": parameters.y, "width": parameters.width, "height": parameters.height,
            "angle": parameters.angle,
        ]
        for (name, number) in numbers { values[name] = number.map { .number($0) } }
        values["axis"] = parameters.axis.map { .string($0.text) }
        return ["action": .string(action.text), "parameters": .object(values)]
    }
}

extension PhotoOrientation {
    /// Returns the orientation after clockwise quarter turns.
    fileprivate static func turned(_ number: Number, quarters: Int) -> Number {
        (0..<quarters).reduce(number) { number, _ in turned(number, isClockwise: true) }
    }

    /// Returns the orientation after exchanging left and right.
    fileprivate static func mirrored(_ number: Number) -> Number { [2, 1, 4, 3, 6, 5, 8, 7][number - 1] }
}
