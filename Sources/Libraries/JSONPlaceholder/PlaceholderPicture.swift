import Albums
import Basics
import FoundationEssentials

/// A picture of via.placeholder.com, which is fully described by its URL: `https://via.placeholder.com/600/92c952` is
/// 600 by 600 pixels of one color. The host itself has shut down.
struct PlaceholderPicture: Hashable, Sendable {
    let width: Int
    let height: Int
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// Returns nil for any other URL.
    init?(url: String) {
        guard let parts = URLComponents(string: url), parts.host == "via.placeholder.com" else { return nil }
        let path = parts.path.split(separator: "/").map { $0.prefix { $0 != "." } }
        guard let size = path.first else { return nil }
        let sides = size.split(separator: "x").compactMap { Count(digits: $0)?.value }
        guard let width = sides.first, let height = sides.last, sides.count <= 2, Self.sides.contains(width),
            Self.sides.contains(height)
        else {
            return nil
        }
        // Some URLs omit leading zeros of the color. The host's default color was light gray.
        let hexadecimal = path.count > 1 ? path[1] : "cccccc"
        guard hexadecimal.count <= 6, let color = UInt32(hexadecimal, radix: 16) else { return nil }
        self.width = width
        self.height = height
        red = UInt8(color >> 16)
        green = UInt8(color >> 8 & 0xFF)
        blue = UInt8(color & 0xFF)
    }

    /// Width divided by height.
    var aspect: Double { Double(width) / Double(height) }

    var placeholder: Placeholder { .color(red: red, green: green, blue: blue) }

    var generated: GeneratedPicture {
        GeneratedPicture(width: width, height: height) { [self] _, width, _ in
            { rows in
                var pixels: [UInt8] = []
                pixels.reserveCapacity(width * rows.count * 4)
                for _ in 0..<width * rows.count { pixels += [red, green, blue, 0xFF] }
                return pixels
            }
        }
    }

    private static let sides = 1...4000
}
