import Albums
import FoundationEssentials

extension PhotoDetails {
    /// Reads the details from an EXIF block (EXIF 2.32, 4.6.4 to 4.6.6).
    init(_ exif: ExifBlock) {
        self.init()
        let main = exif.main
        let camera = main.directory(0x8769)
        description = main.text(0x010E)
        author = main.text(0x013B)
        taken = (camera.text(0x9003) ?? main.text(0x0132)).flatMap(Self.date)
        self.camera = CameraName.joined(maker: main.text(0x010F), model: main.text(0x0110))
        lens = camera.text(0xA434)
        exposure = Exposure(
            time: camera.rationals(0x829A).first, aperture: camera.rationals(0x829D).first,
            iso: camera.integer(0x8827), focalLength: camera.rationals(0x920A).first)
        coordinate = Self.coordinate(main.directory(0x8825))
    }

    /// Parses a date such as `2015:04:10 12:03:03`.
    private static func date(_ text: String) -> Date? {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        // A camera with an unset clock writes zeros. Seconds may include a leap second.
        guard numbers.count >= 6, (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1...31).contains(numbers[2]), (0...23).contains(numbers[3]), (0...59).contains(numbers[4]),
            (0...60).contains(numbers[5])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = calendar.date(
            from: DateComponents(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5]))
        return date.flatMap(Timestamp.init)?.date
    }

    private static func coordinate(_ gps: ExifDirectory) -> Address.Coordinate? {
        func degrees(_ tag: UInt16, _ sideTag: UInt16, negative: String) -> Double? {
            let parts = gps.rationals(tag)
            guard parts.count == 3, let side = gps.text(sideTag) else { return nil }
            return (parts[0] + parts[1] / 60 + parts[2] / 3600) * (side == negative ? -1 : 1)
        }
        guard let latitude = degrees(2, 1, negative: "S"), let longitude = degrees(4, 3, negative: "W") else {
            return nil
        }
        return Address.Coordinate(latitude: latitude, longitude: longitude)
    }
}
