import Albums
import FoundationEssentials

/// A photo of the demo, with its scene and metadata, generated from its album's number.
struct DemoPhoto: Sendable {
    /// Sizes of photos from cameras and phones, in pixels, with tags for their shapes.
    private static let shapes: [(width: Int, height: Int, tags: [String])] = [
        (4032, 3024, []), (6000, 4000, []), (3024, 4032, ["portrait"]), (4000, 6000, ["portrait"]),
        (3000, 3000, ["square"]), (3840, 2160, ["wide"]),
    ]

    /// Fictitious cameras, one for each owner in turn, with their focal lengths in millimeters.
    private static let cameras: [(name: String, focalLengths: [Double])] = [
        ("Hanada K-2", [24, 35, 50, 85]), ("Solheim M1", [28, 35]), ("Wrona Field 6", [45, 80, 120]),
        ("Lumen Phone 7", [26]),
    ]

    let photo: Photo
    let scene: PaintedScene

    /// Returns the photos of an album in chronological order, with unique titles.
    static func photos(of album: DemoAlbum) -> [DemoPhoto] {
        var random = SeededRandom(seed: UInt64(album.number))
        var titles: Set<String> = []
        var date = firstDate(&random)
        var remark = ""
        return (1...DemoAlbum.photoCount).map { number in
            let kind = number == 1 || random.chance(0.5) ? album.mainKind : random.choice(of: album.kinds)
            let vocabulary = kind.vocabulary
            let title = unusedTitle(of: vocabulary, &titles, &random)
            let shape = random.choice(of: shapes)
            remark = random.choice(of: vocabulary.remarks.filter { $0 != remark })
            date += Double(random.integer(in: 200...20_000))
            let photo = Photo(
                id: Photo.ID(String((album.number - 1) * DemoAlbum.photoCount + number)), albumID: album.id,
                title: title, tags: vocabulary.tags + [random.choice(of: vocabulary.moods)] + shape.tags,
                author: album.owner.name, description: remark, date: date,
                aspect: Double(shape.width) / Double(shape.height))
            let scene = PaintedScene(kind: kind, seed: random.next(), width: shape.width, height: shape.height)
            return DemoPhoto(photo: photo, scene: scene)
        }
    }

    /// Returns the camera and the exposure of a photo, as fictitious as its owner.
    static func details(of photo: Photo) -> PhotoDetails {
        var details = PhotoDetails()
        (details.description, details.author) = (photo.description, photo.author)
        guard let number = Int(photo.id.rawValue), number > 0 else { return details }
        let photosOfAnOwner = 10 * DemoAlbum.photoCount
        let camera = cameras[(number - 1) / photosOfAnOwner % cameras.count]
        var random = SeededRandom(seed: UInt64(number))
        details.camera = camera.name
        details.exposure = Exposure(
            time: 1 / random.choice(of: [30.0, 60, 125, 250, 500, 1000]),
            aperture: random.choice(of: [1.8, 2.8, 4, 5.6, 8, 11]), iso: random.choice(of: [64, 100, 200, 400, 800]),
            focalLength: random.choice(of: camera.focalLengths))
        return details
    }

    /// Whether a photo was taken later than another.
    static func isNewer(_ photo: DemoPhoto, than other: DemoPhoto) -> Bool {
        (photo.photo.date ?? .distantPast) > (other.photo.date ?? .distantPast)
    }

    /// A random day from 2012 to 2024, in UTC.
    private static func firstDate(_ random: inout SeededRandom) -> Date {
        let newYear2012 = 1_325_376_000.0
        let secondsOfADay = 86_400
        return Date(timeIntervalSince1970: newYear2012 + Double(random.integer(in: 0...4700) * secondsOfADay))
    }

    /// Returns the shortest of several titles, because a tile shows only some 20 characters.
    private static func unusedTitle(
        of vocabulary: SceneVocabulary, _ titles: inout Set<String>, _ random: inout SeededRandom
    ) -> String {
        while true {
            let candidates = (1...8).map { _ in
                "\(random.choice(of: vocabulary.subjects)) \(random.choice(of: vocabulary.settings))"
            }
            if let title = candidates.filter({ !titles.contains($0) }).min(by: { $0.count < $1.count }) {
                titles.insert(title)
                return title
            }
        }
    }
}
