import Albums
import Basics
import FoundationEssentials
import Glibc
import Pictures
import Screens
import Storage

/// Photos with all their details as lines of JSON.
///
/// Lines can be read before all photos have been found, and cut by `head`; a JSON array can't.
actor PhotoRecords {
    private let library: any PhotoLibrary
    private let index: PhotoIndex
    private let pictures: PicturePort
    private let labelNames: LabelNames
    /// The index's facts about the photos of a folder, by name.
    private var known: [[UInt8]: [[UInt8]: IndexedPhoto]] = [:]
    private let encoder = JSONEncoder()

    init(library: any PhotoLibrary, index: PhotoIndex, loader: PictureLoader, labelNames: LabelNames) {
        self.labelNames = labelNames
        self.library = library
        self.index = index
        pictures = PicturePort(loader: loader, library: library)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Returns a JSON object with a line break.
    ///
    /// - Parameter locations: the locations of the photo's files, the one in lists first, and of their sidecars.
    func line(for photo: Photo, at locations: [SharedPhotos.Location]) async throws -> [UInt8] {
        var paths: [[UInt8]] = []
        var link: String?
        for location in locations {
            switch location {
            case .file(let path): paths.append(path)
            case .link(let text): link = link ?? text
            }
        }
        var record = PhotoRecord(photo)
        record.link = link
        if let path = paths.first {
            record.id = nil
            record.path = Self.text(path)
            record.files = paths.map(Self.text)
            record.kind = FileKind(fileNamed: path)?.rawValue
            record.addFile(at: path)
            defer {
                record.labelColor = record.label.flatMap { ColorLabel(name: $0, names: labelNames) }.map { "\($0)" }
            }
            if let indexed = indexed(path) {
                record.add(indexed.details.namingPlace(), size: indexed.size)
            } else {
                // The index omits files whose metadata needs a library that isn't installed.
                record.add(
                    (try? await pictures.details(photo)) ?? PhotoDetails(), size: try? await pictures.dimensions(photo))
            }
        }
        return Array(try encoder.encode(record)) + [UInt8(ascii: "\n")]
    }

    private func indexed(_ path: [UInt8]) -> IndexedPhoto? {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
        if known[folder] == nil {
            var photos: [[UInt8]: IndexedPhoto] = [:]
            index.forEachPhoto(inFolder: folder) { photos[$0.name] = $0 }
            known[folder] = photos
        }
        return known[folder]?[Array(path[(slash + 1)...])]
    }

    /// Returns a path as text, or its URL if it isn't UTF-8.
    static func text(_ path: [UInt8]) -> String {
        String(validating: path, as: UTF8.self)
            ?? "file://" + PercentEncoding.encode(path) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    }
}

/// The details of a photo in JSON. The names of the properties are documented in the manual; unknown ones are left out.
private struct PhotoRecord: Encodable {
    var path: String?
    var files: [String]?
    var link: String?
    var id: String?
    var title: String?
    var headline: String?
    var description: String?
    var author: String?
    var tags: [String]?
    var people: [String]?
    var rating: Int?
    var flag: String?
    var label: String?
    var labelColor: String?
    var taken: String?
    var modified: String?
    var bytes: Int?
    var kind: String?
    var width: Int?
    var height: Int?
    var duration: Double?
    var camera: String?
    var lens: String?
    var exposureTime: Double?
    var aperture: Double?
    var iso: Int?
    var focalLength: Double?
    var latitude: Double?
    var longitude: Double?
    var place: String?

    /// Creates a record from a photo of a list.
    init(_ photo: Photo) {
        id = photo.id.rawValue
        title = photo.title
        description = photo.description
        author = photo.author
        tags = photo.tags.isEmpty ? nil : photo.tags
        if photo.dateKind == .taken {
            taken = photo.date.map { Self.text($0, zone: nil, precision: photo.datePrecision) }
        }
        duration = photo.video?.duration
    }

    /// Adds the details from a file.
    mutating func add(_ details: PhotoDetails, size: PixelSize?) {
        title = details.title
        headline = details.headline
        description = details.description
        author = details.author
        tags = details.tags.isEmpty ? nil : details.tags
        people = details.people.isEmpty ? nil : details.people
        let assessment = details.assessment
        rating = assessment.rating ?? 0
        flag = assessment.isPicked ? "picked" : assessment.isRejected ? "rejected" : nil
        label = assessment.label
        let isUTC = details.takenSource?.isUTC == true
        taken = details.taken.map {
            Self.text($0, zone: details.takenZone.map { isUTC ? 0 : $0 }, precision: details.takenPrecision)
        }
        (width, height) = (size?.width, size?.height)
        duration = details.duration
        (camera, lens) = (details.camera, details.lens)
        let exposure = details.exposure
        (exposureTime, aperture, iso, focalLength) = (
            exposure.time, exposure.aperture, exposure.iso, exposure.focalLength
        )
        (latitude, longitude) = (details.coordinate?.latitude, details.coordinate?.longitude)
        place = details.locationName
    }

    /// Adds the size of a file, and when it was modified.
    mutating func addFile(at path: [UInt8]) {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return }
        bytes = Count(status.st_size).value
        modified = Timestamp(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec).map {
            Self.text($0.date, zone: 0, precision: .second)
        }
    }

    /// Returns a local time in ISO 8601, such as `2024-05-12T17:03:22+02:00`, or as much of it as is known, such as
    /// `1978`.
    ///
    /// - Parameters:
    ///   - date: the local time as if it were UTC.
    ///   - zone: in minutes east of UTC; nil if it is unknown.
    private static func text(_ date: Date, zone: Int?, precision: DatePrecision) -> String {
        let local = TakenTime(date, zone: nil).text
        guard precision == .second else { return String(local.prefix([4, 7, 10][precision.rawValue])) }
        return zone == 0 ? local + "Z" : TakenTime(date, zone: zone).text
    }
}
