import Albums
import FoundationEssentials

/// A photo of the demo, with its scene and metadata, generated from its album's number.
struct DemoPhoto: Sendable {
    /// Sizes of photos from cameras and phones, in pixels, with tags for their shapes.
    private static let shapes: [(width: Int, height: Int, tags: [String])] = [
        (4032, 3024, []), (6000, 4000, []), (3024, 4032, ["portrait"]), (4000, 6000, ["portrait"]),
        (3000, 3000, ["square"]), (3840, 2160, ["wide"]),
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
