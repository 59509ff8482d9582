import Albums
import Basics
import FoundationEssentials

/// The metadata of a photo from Google Photos: a JSON file beside it in an export by Google Takeout.
struct TakeoutMetadata: Decodable {
    private let description: String?
    private let taken: Date?
    private let coordinate: Address.Coordinate?
    private let isFavorite: Bool
    private let people: [String]

    /// Returns nil for XMP, damaged files and other JSON.
    init?(_ bytes: [UInt8]) {
        guard Self.isJSON(bytes), let found = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = found
    }

    /// Whether the content of a sidecar is JSON instead of XMP.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0).first { !" \t\r\n".utf8.contains($0) }
            == UInt8(ascii: "{")
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Each photo has a time; other files of an export, such as those of albums, don't.
        let time = try container.decode(Time.self, forKey: .photoTakenTime)
        // Zero stands for an unknown time.
        let seconds = Int(time.timestamp.text).flatMap { $0 == 0 ? nil : $0 }
        taken = seconds.flatMap { Timestamp(seconds: $0)?.date }
        description = (try? container.decode(String.self, forKey: .description))?.trimmed
        isFavorite = (try? container.decode(Bool.self, forKey: .favorited)) ?? false
        let people = (try? container.decode([Person].self, forKey: .people)) ?? []
        self.people = people.prefix(MetadataLimits.maxTags).compactMap(\.name?.trimmed)
        coordinate =
            [.geoData, .geoDataExif].lazy.compactMap { key in
                (try? container.decode(Place.self, forKey: key))
                    .flatMap { $0.latitude == 0 && $0.longitude == 0 ? nil : $0 }
                    .flatMap { Address.Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
            }.first
    }

    private enum CodingKeys: String, CodingKey {
        case description, photoTakenTime, geoData, geoDataExif, favorited, people
    }

    private struct Time: Decodable {
        /// Seconds since 1970 as a text.
        let timestamp: Identity
    }

    private struct Place: Decodable {
        let latitude: Double
        let longitude: Double
    }

    private struct Person: Decodable {
        let name: String?
    }

    var details: PhotoDetails {
        var details = PhotoDetails()
        details.description = description
        details.setTaken(taken, zone: 0, source: .takeout)
        details.setCoordinate(coordinate)
        details.people = Keywords.distinct(people)
        if isFavorite { details.tags = ["Favorite"] }
        return details
    }
}
