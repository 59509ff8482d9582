import Albums
import Basics
import FoundationEssentials

/// A photo or video of a server, in the few bytes that a timeline of 100,000 needs.
struct ImmichAsset: Identifiable, Hashable, Sendable {
    struct ID: Hashable, Sendable {
        private let uuid: UUID

        init?(_ text: String) {
            guard let uuid = UUID(uuidString: text) else { return nil }
            self.uuid = uuid
        }

        var text: String { uuid.uuidString.lowercased() }
        var photo: Photo.ID { Photo.ID(text) }
    }

    let id: ID
    var owner: ID?
    /// The local time as if it were UTC, in seconds since 1970.
    var date: Double?
    /// When the photo was taken, in seconds since 1970; the local time if the server sends no other.
    var instant: Double?
    var isFavorite = false
    var isVideo = false
    /// In seconds.
    var duration: Double?
    /// Width divided by height, upright.
    var aspect: Double?
    var thumbHash: [UInt8] = []
    /// The video that a phone took with the photo.
    var liveVideo: ID?
    /// The number of photos in the stack that this one represents; 1 for a single photo.
    var stackCount: UInt16 = 1
    var city: String?
    var country: String?

    var localDate: Date? { date.map { Date(timeIntervalSince1970: $0) } }

    /// The number of the picture's version: the server sends another thumbhash once its pixels have changed.
    var version: Int {
        // FNV-1a: the same in each run, because it is part of keys on the disk.
        Int(thumbHash.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 1)
    }
}

/// What lists of a server leave out, and searches and details contain.
struct ImmichFacts: Hashable, Sendable {
    var name: String?
    var description: String?
    var tags: [String] = []
    var people: [String] = []
    var camera: String?
    var lens: String?
    var exposure = Exposure()
    var isLocated = false
    /// The upright size of the original.
    var size: PixelSize?
    /// 1 to 5, -1 for a rejected photo; nil for an unrated one.
    var rating: Int?
}

extension ImmichAsset {
    /// - Parameters:
    ///   - facts: nil while unknown.
    ///   - link: the photo's web page.
    func photo(in album: Album.ID?, _ facts: ImmichFacts?, owner: String?, link: String) -> Photo {
        Photo(
            id: id.photo, albumID: album ?? Album.ID(""), title: title(facts), tags: facts?.tags ?? [], author: owner,
            description: facts?.description, date: localDate, aspect: aspect,
            placeholder: thumbHash.isEmpty ? nil : .thumbHash(thumbHash), link: link, version: version,
            video: isVideo ? Video(duration: duration) : nil,
            stack: liveVideo.map { [StackedFile(id: $0.photo, file: nil, format: "MOV", video: Video())] } ?? [])
    }

    /// The file's name; until that is known, the time.
    func title(_ facts: ImmichFacts?) -> String {
        facts?.name ?? date.map { ImmichDate.text($0) } ?? id.text
    }
}

/// A photo in a search, by what is known of it.
struct ImmichSearchedAsset: Searchable {
    let asset: ImmichAsset
    let facts: ImmichFacts?

    var searchedDate: Date? { asset.localDate }
    var searchedRating: Int? { facts?.rating }
    var searchedKind: FileKind? { asset.isVideo ? .video : facts?.name.flatMap { FileKind(fileNamed: Array($0.utf8)) } }
    var searchedID: Photo.ID? { asset.id.photo }
    var isLocated: Bool { facts?.isLocated ?? false }
    var isFavorite: Bool { asset.isFavorite }

    func contains(_ word: FoldedText) -> Bool {
        FoldedText(asset.title(facts)).contains(word)
            || [SearchField.place, .tag, .person, .camera].contains { contains(word, in: $0) }
            || contains(word, in: [facts?.description])
    }

    func contains(_ word: FoldedText, in field: SearchField) -> Bool {
        switch field {
        case .tag: contains(word, in: facts?.tags ?? [])
        case .person: contains(word, in: facts?.people ?? [])
        case .camera: contains(word, in: [facts?.camera])
        case .lens: contains(word, in: [facts?.lens])
        case .place: contains(word, in: [asset.city, asset.country])
        default: false
        }
    }

    func searchedNumber(of field: SearchField) -> Double? {
        switch field {
        case .iso: facts?.exposure.iso.map(Double.init)
        case .aperture: facts?.exposure.aperture
        default: nil
        }
    }

    private func contains(_ word: FoldedText, in texts: [String?]) -> Bool {
        texts.contains { $0.map { FoldedText($0).contains(word) } ?? false }
    }
}

extension ImmichFacts {
    var assessment: Assessment {
        rating == -1 ? Assessment(flag: .rejected) : Assessment(stars: rating)
    }
}

/// The forms of dates that servers send: with and without a zone, and with 0 to 6 decimals.
enum ImmichDate {
    /// Returns seconds since 1970 of a text such as `2019-07-14T12:30:05.123+00:00`; UTC without a zone. Nil for a year
    /// that isn't 1 to 9999.
    static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard (19...40).contains(bytes.count), bytes[4] == dash, bytes[7] == dash, bytes[13] == colon else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 0x30
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0,
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var seconds = Double(
            GregorianDay.number(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second)
        var end = 19
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            let decimals = bytes[(end + 1)...].prefix { (0x30...0x39).contains($0) }
            guard decimals.count <= 9, let fraction = number(decimals.startIndex..<decimals.endIndex) else {
                return nil
            }
            seconds += Double(fraction) / pow(10, decimals.count)
            end = decimals.endIndex
        }
        guard end < bytes.count, bytes[end] != UInt8(ascii: "Z") else { return seconds }
        guard bytes.count == end + 6, let hours = number(end + 1..<end + 3), let minutes = number(end + 4..<end + 6)
        else { return nil }
        return seconds + Double(hours * 3600 + minutes * 60) * (bytes[end] == dash ? 1 : -1)
    }

    /// Returns the month of a text such as `2019-07-01`.
    static func month(_ text: String) -> Month? {
        seconds("\(text)T00:00:00").flatMap { Month(Date(timeIntervalSince1970: $0)) }
    }

    /// Returns `2019-07-14 12:30:05`.
    static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    }

    /// Returns a date as the server expects it, such as `2019-07-14T12:30:05.000Z`.
    static func parameter(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private static let (dash, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))

    private static func pow(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { power, _ in power * base }
    }
}
