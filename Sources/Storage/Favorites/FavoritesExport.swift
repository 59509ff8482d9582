import Albums
import FoundationEssentials

/// Exports favorites and their thumbnails as JSON, for another computer or program.
///
/// `{"tintype-favorites": 1, "favorites": [{"library": "demo:", "photo": "7", "title": "Dune", …}]}`; dates are ISO
/// 8601 with milliseconds, thumbnails Base64.
public enum FavoritesExport {
    /// The reason a file cannot be imported.
    public enum Failure: Error, Hashable, Sendable {
        /// The file is not an export of favorites.
        case notAnExport
        /// The export is truncated or damaged; `keyPath` is the first invalid value, such as `favorites[2].title`.
        case damaged(keyPath: String)
        /// A later version of the program wrote the export.
        case laterVersion
    }

    private static let format = 1

    public static func encode(_ favorites: [Favorite]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // The formatter truncates to milliseconds, so add half of one to round.
            try container.encode((date + 0.000_5).formatted(dateFormat))
        }
        let file = File(format: format, favorites: favorites.map { FavoriteRecord($0) })
        return Array(try encoder.encode(file)) + Array("\n".utf8)
    }

    public static func decode(_ bytes: [UInt8]) throws(Failure) -> [Favorite] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let date = try dateFormat.parse(try decoder.singleValueContainer().decode(String.self))
            return Date(milliseconds: date.milliseconds)
        }
        do {
            let kind = try decoder.decode(Kind.self, from: Data(bytes))
            guard kind.format <= format else { throw Failure.laterVersion }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .notAnExport
        }
        do {
            return try decoder.decode(File.self, from: Data(bytes)).favorites.enumerated().map { index, record in
                guard let favorite = record.favorite else {
                    throw Failure.damaged(keyPath: "favorites[\(index)].\(record.invalidField?.rawValue ?? "")")
                }
                return favorite
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .damaged(keyPath: keyPath(of: error))
        }
    }

    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Returns the path of the invalid value, such as `favorites[2].title`.
    private static func keyPath(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "favorites" }
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        let keyPath = path.reduce("") { keyPath, key in
            if let index = key.intValue { return "\(keyPath)[\(index)]" }
            return keyPath.isEmpty ? key.stringValue : "\(keyPath).\(key.stringValue)"
        }
        return keyPath.isEmpty ? "favorites" : keyPath
    }

    private struct Kind: Decodable {
        let format: Int

        enum CodingKeys: String, CodingKey {
            case format = "tintype-favorites"
        }
    }

    private struct File: Codable {
        let format: Int
        let favorites: [FavoriteRecord]

        enum CodingKeys: String, CodingKey {
            case format = "tintype-favorites"
            case favorites
        }
    }
}
