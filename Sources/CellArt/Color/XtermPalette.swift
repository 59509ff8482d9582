/// The 256 colors with xterm's defaults. Users often change the first 16 but hardly ever the rest.
public enum XtermPalette {
    /// Returns the color at a palette index.
    public static func color(_ index: UInt8) -> RGB {
        switch index {
        case 0..<16: return first[Int(index)]
        case 16..<232:
            let index = Int(index) - 16
            return RGB(levels[index / 36], levels[index / 6 % 6], levels[index % 6])
        default:
            let gray = 8 + 10 * (index - 232)
            return RGB(gray, gray, gray)
        }
    }

    /// Returns the nearest color of the cube and the grays (16 to 255), by weighted distance.
    public static func nearestOf240(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let cube = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
        let inCube = UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
        let luma = (Int(red) * 30 + Int(green) * 59 + Int(blue) * 11) / 100
        let inGrays = UInt8(232 + max(0, min(23, (luma - 3) / 10)))
        let target = RGB(red, green, blue)
        return distance(color(inGrays), target) < distance(color(inCube), target) ? inGrays : inCube
    }

    /// Returns the nearest of the first colors of the palette, by weighted distance.
    public static func nearest(ofFirst count: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        var best = (index: 0, distance: Int.max)
        for index in 0..<count {
            let distance = distance(first[index], RGB(red, green, blue))
            if distance < best.distance { best = (index, distance) }
        }
        return UInt8(best.index)
    }

    private static func nearestLevel(_ value: UInt8) -> Int {
        value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
    }

    private static func distance(_ left: RGB, _ right: RGB) -> Int {
        let red = Int(left.red) - Int(right.red)
        let green = Int(left.green) - Int(right.green)
        let blue = Int(left.blue) - Int(right.blue)
        return 30 * red * red + 59 * green * green + 11 * blue * blue
    }

    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// xterm's defaults for colors 0 to 15 (XTerm-col.ad).
    static let first = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
        RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
        RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
        RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]
}
