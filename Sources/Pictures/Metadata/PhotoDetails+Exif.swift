import Albums
import Basics
import FoundationEssentials

extension PhotoDetails {
    /// Reads the details from an EXIF block (EXIF 2.32, 4.6.4 to 4.6.6).
    init(_ exif: ExifBlock) {
        self.init(exif, orientation: Orientation(exif), storedSize: nil)
    }

    /// Reads the details from the EXIF block of a picture.
    ///
    /// - Parameters:
    ///   - orientation: how to make the picture upright.
    ///   - storedSize: the size of the picture before that; nil to trust EXIF.
    init(_ exif: ExifBlock, orientation: Orientation, storedSize: PixelSize?) {
        let (main, camera) = (exif.main, exif.main.directory(0x8769))
        self.init(main: main, camera: camera, gps: main.directory(0x8825))
        let note = MakerNote(in: camera, maker: main.text(0x010F))
        focus = FocusPoint(
            camera, note: note, model: main.text(0x0110), orientation: orientation, storedSize: storedSize)
        if note?.maker == .apple { contentIdentifier = note?.tags.text(0x11) }
    }

    /// - Parameters:
    ///   - main: the directory that describes the picture itself.
    ///   - camera: that of the exposure.
    ///   - gps: that of the satellites' receiver.
    init(main: ExifDirectory, camera: ExifDirectory, gps: ExifDirectory) {
        self.init()
        title = main.windowsText(0x9C9B)
        description =
            CameraName.userDescription(main.text(0x010E)) ?? main.windowsText(0x9C9C)
            ?? CameraName.userDescription(camera.comment(0x9286))
        author = main.text(0x013B) ?? main.windowsText(0x9C9D)
        let keywords = main.windowsText(0x9C9E)?.split(separator: ";").compactMap { String($0).trimmed } ?? []
        tags = Keywords.union(keywords, [])
        for (tag, zone, fraction, source) in Self.times where taken == nil {
            let text = camera.text(tag) ?? main.text(tag)
            let time = text.flatMap { LocalTime(exif: $0, zone: camera.text(zone), fraction: camera.text(fraction)) }
            setTaken(time, source: source)
        }
        if let taken, takenZone == nil, takenSource == .exifOriginal, takenPrecision == .second,
            let utc = Self.instant(gps)
        {
            setTaken(LocalTime(clock: taken, at: utc), source: .exifOriginal)
        }
        if let rating = main.integer(0x4746) {
            setRating(Double(rating))
        } else {
            setRating(percent: main.integer(0x4749))
        }
        self.camera = CameraName.joined(maker: main.text(0x010F), model: main.text(0x0110))
        lens = camera.text(0xA434)
        serialNumber = camera.text(0xA431)
        exposure = Exposure(
            time: camera.rational(0x829A) ?? Exposure.time(apex: camera.rational(0x9201)),
            aperture: camera.rational(0x829D) ?? Exposure.aperture(apex: camera.rational(0x9202)),
            iso: camera.integer(0x8827), focalLength: camera.rational(0x920A))
        setCoordinate(Self.coordinate(gps))
    }

    /// The times of the exposure, the digitization and the last change, each with its own time zone and fraction of a second.
    private static let times: [(time: UInt16, zone: UInt16, fraction: UInt16, source: TakenSource)] = [
        (0x9003, 0x9011, 0x9291, .exifOriginal), (0x9004, 0x9012, 0x9292, .exifDigitized),
        (0x0132, 0x9010, 0x9290, .exifChanged),
    ]

    /// Reads the time of the satellites, in UTC.
    private static func instant(_ gps: ExifDirectory) -> Date? {
        let clock = gps.rationals(7)
        guard let day = gps.text(0x1D), clock.count == 3, clock.allSatisfy({ $0 < 61 }) else { return nil }
        let parts = clock.map { String(Int($0)) }.joined(separator: ":")
        return LocalTime(exif: "\(day) \(parts)", zone: nil)?.date
    }

    private static func coordinate(_ gps: ExifDirectory) -> Address.Coordinate? {
        func degrees(_ tag: UInt16, _ sideTag: UInt16, negative: String) -> Double? {
            let parts = gps.rationals(tag)
            guard (1...3).contains(parts.count) else { return nil }
            // Some programs write decimal degrees, or a sign. North and east are the side of those that don't write one.
            let isNegative = parts.contains { $0 < 0 } || gps.text(sideTag)?.uppercased().hasPrefix(negative) == true
            let angle = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
            return isNegative ? -angle : angle
        }
        guard let latitude = degrees(2, 1, negative: "S"), let longitude = degrees(4, 3, negative: "W") else {
            return nil
        }
        return Address.Coordinate(latitude: latitude, longitude: longitude)
    }
}
