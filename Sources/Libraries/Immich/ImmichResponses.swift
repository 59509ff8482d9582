import Albums
import Basics
import FoundationEssentials

// What servers of versions 1.133 to 3.2 send. Any property but an ID may be missing, null or of another type.

struct ImmichUser: Decodable, Sendable {
    let id: Identity
    let name: Lossy<BoundedText>?
    let email: Lossy<BoundedText>?

    var owner: Owner {
        let email = email?.nonBlank
        return Owner(
            id: Owner.ID(id.text), name: name?.nonBlank ?? email ?? id.text, email: email, address: .postal(.init()))
    }
}

/// The API key that the request was sent with.
struct ImmichKey: Decodable, Sendable {
    let permissions: LossyArray<BoundedText>
}

struct ImmichAlbum: Decodable, Sendable {
    let id: Identity
    let albumName: Lossy<BoundedText>?
    let albumThumbnailAssetId: Lossy<Identity>?
    let assetCount: Lossy<Count>?
    let startDate: Lossy<WireDate>?
    let endDate: Lossy<WireDate>?
    let order: Lossy<BoundedText>?
    private let ownerId: Lossy<Identity>?
    private let owner: Lossy<ImmichUser>?
    private let albumUsers: Lossy<LossyArray<AlbumUser>>?

    private struct AlbumUser: Decodable {
        let user: ImmichUser
        let role: Lossy<BoundedText>?
    }

    /// Version 3 lists the owner among the users.
    var user: ImmichUser? {
        owner?.value ?? albumUsers?.value?.elements.first { $0.role?.value?.text == "owner" }?.user
    }

    var isAscending: Bool { order?.value?.text == "asc" }

    var album: Album {
        let (albumID, title) = (Album.ID(id.text), albumName?.nonBlank ?? id.text)
        return Album(
            id: albumID, ownerID: Owner.ID(user?.id.text ?? ownerId?.value?.text ?? ""), title: title,
            photoCount: assetCount?.value?.value, date: endDate?.value?.date, firstDate: startDate?.value?.date,
            cover: albumThumbnailAssetId?.value.map { Photo(id: Photo.ID($0.text), albumID: albumID, title: title) })
    }
}

/// The result of adding a photo to an album or removing it.
struct ImmichMembership: Decodable, Sendable {
    let id: Identity
    let success: Bool
    private let error: Lossy<BoundedText>?

    /// Nil if the photo was added or removed.
    var refusal: EditRefusal? {
        guard !success else { return nil }
        return switch error?.value?.text {
        case "duplicate": .alreadyInAlbum
        case "not_found": .notInAlbum
        default: .ofAnotherUser
        }
    }
}

/// A page of the people whose faces the server knows.
struct ImmichPeople: Decodable, Sendable {
    let people: LossyArray<Person>
    let hasNextPage: Lossy<Bool>?

    struct Person: Decodable, Sendable {
        let id: Identity
        let name: Lossy<BoundedText>?
        let isHidden: Lossy<Bool>?
    }
}

struct ImmichTag: Decodable, Sendable {
    let id: Identity
    let value: BoundedText
}

/// The number of photos of a person.
struct ImmichPersonStatistics: Decodable, Sendable {
    let assets: Count
}

/// What the administrator has switched on.
struct ImmichFeatures: Decodable, Sendable {
    private(set) var smartSearch: Lossy<Bool>?
    private(set) var facialRecognition: Lossy<Bool>?
    private(set) var reverseGeocoding: Lossy<Bool>?

    /// Features of an unknown server.
    init() {}
}

/// A date in one of the forms of `ImmichDate`.
struct WireDate: Decodable, Sendable {
    let seconds: Double
    var date: Date { Date(timeIntervalSince1970: seconds) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        seconds = try ImmichDate.seconds(container.decode(String.self)).orThrow(in: container)
    }
}

/// A playing time in milliseconds or, before version 3, as `0:00:05.000`.
private struct WireDuration: Decodable, Sendable {
    let seconds: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let milliseconds = try? container.decode(Double.self) {
            seconds = milliseconds / 1000
        } else {
            seconds = try container.decode(String.self).split(separator: ":").prefix(3).reduce(0) { sum, part in
                sum * 60 + (Double(part) ?? 0)
            }
        }
    }
}

private struct WireID: Decodable, Sendable {
    let id: ImmichAsset.ID

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        id = try ImmichAsset.ID(container.decode(String.self)).orThrow(in: container)
    }
}

private struct WireThumbHash: Decodable, Sendable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        // At most 25 bytes.
        bytes = text.utf8.count <= 64 ? Data(base64Encoded: text).map { [UInt8]($0) } ?? [] : []
    }
}

/// The ID of a stack and its number of photos, such as `["…", "3"]`.
private struct WireStack: Decodable, Sendable {
    let count: UInt16

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(BoundedText.self)
        let number = try container.decode(WireText.self).number ?? 1
        count = number > 1 ? UInt16(min(number, Self.maxCount)) : 1
    }

    private static let maxCount = 1000.0
}

/// The photos of a stack.
struct ImmichStack: Decodable, Sendable {
    let assets: LossyArray<ImmichAssetResponse>
}

/// A month and its number of photos.
struct ImmichBucketCount: Decodable, Sendable {
    /// The first day of the month, such as `2019-07-01` or `2019-07-01T00:00:00.000Z`.
    let timeBucket: Identity
    let count: Count
}

/// The photos of a month, in columns.
struct ImmichBucket: Decodable, Sendable {
    private(set) var assets: [ImmichAsset] = []

    private enum Key: String, CodingKey {
        case id, ownerId, ratio, isFavorite, isImage, visibility, thumbhash, fileCreatedAt, localOffsetHours
        case localDateTime, duration, livePhotoVideoId, stack, city, country
    }

    init(from decoder: any Decoder) throws {
        let columns = try decoder.container(keyedBy: Key.self)
        var rows: [ImmichAsset?] = []
        var container = try columns.nestedUnkeyedContainer(forKey: .id)
        rows.reserveCapacity(min(container.count ?? 0, Self.maxRows))
        while !container.isAtEnd, rows.count < Self.maxRows {
            rows.append(try container.decode(Lossy<WireID>.self).value.map { ImmichAsset(id: $0.id) })
        }
        /// Sets a property of each row, column by column, so that only one column of texts is in memory.
        func fill<Value: Decodable & Sendable>(
            _ key: Key, _ type: Value.Type, _ set: (inout ImmichAsset, Value) -> Void
        ) {
            guard var column = try? columns.nestedUnkeyedContainer(forKey: key) else { return }
            for row in rows.indices where !column.isAtEnd {
                guard let value = try? column.decode(Lossy<Value>.self).value else { continue }
                if var asset = rows[row] {
                    rows[row] = nil
                    set(&asset, value)
                    rows[row] = asset
                }
            }
        }
        fill(.ownerId, WireID.self) { $0.owner = $1.id }
        fill(.ratio, Double.self) { $0.aspect = $1 }
        fill(.isFavorite, Bool.self) { $0.isFavorite = $1 }
        fill(.isImage, Bool.self) { $0.isVideo = !$1 }
        fill(.thumbhash, WireThumbHash.self) { $0.thumbHash = $1.bytes }
        fill(.fileCreatedAt, WireDate.self) { ($0.date, $0.instant) = ($1.seconds, $1.seconds) }
        fill(.localOffsetHours, Double.self) { asset, hours in
            if (-15...15).contains(hours) { asset.date = asset.instant.map { $0 + hours * 3600 } }
        }
        fill(.localDateTime, WireDate.self) { asset, local in
            asset.date = local.seconds
            asset.instant = asset.instant ?? local.seconds
        }
        fill(.duration, WireDuration.self) { $0.duration = $1.seconds }
        fill(.livePhotoVideoId, WireID.self) { $0.liveVideo = $1.id }
        fill(.stack, WireStack.self) { $0.stackCount = $1.count }
        // Many photos share one copy of each name.
        var names: [String: String] = [:]
        func shared(_ name: BoundedText) -> String {
            if let known = names[name.text] { return known }
            names[name.text] = name.text
            return name.text
        }
        fill(.city, BoundedText.self) { $0.city = shared($1) }
        fill(.country, BoundedText.self) { $0.country = shared($1) }
        var isHidden = Set<ImmichAsset.ID>()
        fill(.visibility, BoundedText.self) { asset, visibility in
            if ["hidden", "locked"].contains(visibility.text) { isHidden.insert(asset.id) }
        }
        // Servers under change may list a photo twice.
        assets = rows.compactMap { $0 }.filter { isHidden.insert($0.id).inserted }
    }

    /// More than a month of any camera.
    private static let maxRows = 1 << 18
}

/// A photo as searches and details have it.
struct ImmichAssetResponse: Decodable, Sendable {
    private let id: WireID
    private let ownerId: Lossy<WireID>?
    private let type: Lossy<BoundedText>?
    private let originalFileName: Lossy<BoundedText>?
    private let fileCreatedAt: Lossy<WireDate>?
    private let localDateTime: Lossy<WireDate>?
    private let isFavorite: Lossy<Bool>?
    private let isEdited: Lossy<Bool>?
    private let visibility: Lossy<BoundedText>?
    private let thumbhash: Lossy<WireThumbHash>?
    private let duration: Lossy<WireDuration>?
    private let livePhotoVideoId: Lossy<WireID>?
    private let width: Lossy<Side>?
    private let height: Lossy<Side>?
    private let exifInfo: Lossy<WireExif>?
    private let people: Lossy<LossyArray<Named>>?
    private let tags: Lossy<LossyArray<Tag>>?

    private struct Named: Decodable {
        let name: Lossy<BoundedText>?
    }

    private struct Tag: Decodable {
        let value: BoundedText
    }

    /// Whether it belongs in lists: version 3 also finds the videos of live photos.
    var isShown: Bool { visibility?.value.map { !["hidden", "locked", "archive"].contains($0.text) } ?? true }

    /// Whether its picture differs from its file.
    var hasEdits: Bool { isEdited?.value ?? false }

    private var size: PixelSize? { PixelSize(width: width?.value, height: height?.value) ?? exifInfo?.value?.size }

    var asset: ImmichAsset {
        var asset = ImmichAsset(id: id.id)
        asset.owner = ownerId?.value?.id
        asset.instant = fileCreatedAt?.value?.seconds ?? localDateTime?.value?.seconds
        asset.date = localDateTime?.value?.seconds ?? asset.instant
        asset.isFavorite = isFavorite?.value ?? false
        asset.isVideo = type?.value?.text == "VIDEO"
        asset.duration = asset.isVideo ? duration?.value?.seconds : nil
        asset.aspect = size.map { Double($0.width) / Double($0.height) }
        asset.thumbHash = thumbhash?.value?.bytes ?? []
        asset.liveVideo = livePhotoVideoId?.value?.id
        asset.city = exifInfo?.value?.city?.nonBlank
        asset.country = exifInfo?.value?.country?.nonBlank
        return asset
    }

    var facts: ImmichFacts {
        let details = exifInfo?.value?.details ?? PhotoDetails()
        return ImmichFacts(
            name: originalFileName?.nonBlank, description: exifInfo?.value?.description?.nonBlank,
            tags: tags?.value?.elements.map(\.value.text) ?? [],
            people: people?.value?.elements.compactMap { $0.name?.nonBlank } ?? [], camera: details.camera,
            lens: details.lens, exposure: details.exposure, isLocated: details.coordinate != nil, size: size,
            rating: exifInfo?.value?.stars)
    }

    var details: PhotoDetails {
        var details = exifInfo?.value?.details ?? PhotoDetails()
        let (asset, facts) = (asset, facts)
        details.description = facts.description
        details.tags = facts.tags
        details.people = facts.people
        details.setRating(Double(facts.rating ?? 0))
        details.setDuration(asset.duration)
        let zone = asset.instant.flatMap { instant in asset.date.map { Int((($0 - instant) / 60).rounded()) } }
        details.setTaken(asset.date.map { Date(timeIntervalSince1970: $0) }, zone: zone)
        return details
    }
}

private struct WireExif: Decodable, Sendable {
    let city: Lossy<BoundedText>?
    let country: Lossy<BoundedText>?
    let description: Lossy<BoundedText>?
    private let state: Lossy<BoundedText>?
    private let make: Lossy<BoundedText>?
    private let model: Lossy<BoundedText>?
    private let lensModel: Lossy<BoundedText>?
    private let exifImageWidth: Lossy<Side>?
    private let exifImageHeight: Lossy<Side>?
    private let orientation: Lossy<WireText>?
    private let exposureTime: Lossy<WireText>?
    private let fNumber: Lossy<Double>?
    private let focalLength: Lossy<Double>?
    private let iso: Lossy<Count>?
    private let latitude: Lossy<Double>?
    private let longitude: Lossy<Double>?
    private let fileSizeInByte: Lossy<Count>?
    private let rating: Lossy<Int>?

    var stars: Int? { rating?.value.flatMap { $0 == -1 || (1...5).contains($0) ? $0 : nil } }

    /// The upright size.
    var size: PixelSize? {
        let isTurned = ["5", "6", "7", "8"].contains(orientation?.value?.text)
        return isTurned
            ? PixelSize(width: exifImageHeight?.value, height: exifImageWidth?.value)
            : PixelSize(width: exifImageWidth?.value, height: exifImageHeight?.value)
    }

    var details: PhotoDetails {
        var details = PhotoDetails()
        details.camera = CameraName.joined(maker: make?.nonBlank, model: model?.nonBlank)
        details.lens = lensModel?.nonBlank
        details.exposure = Exposure(
            time: exposureTime?.value?.number, aperture: fNumber?.value,
            iso: iso?.value?.value, focalLength: focalLength?.value)
        let place = [city?.nonBlank, state?.nonBlank, country?.nonBlank].compactMap { $0 }.joined(separator: ", ")
        details.locationName = place.unlessBlank?.bounded
        if let latitude = latitude?.value, let longitude = longitude?.value {
            details.setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
        }
        details.fileBytes = fileSizeInByte?.value?.value
        return details
    }
}

/// An answer of a search.
struct ImmichSearchResponse: Decodable, Sendable {
    let assets: Assets

    struct Assets: Decodable, Sendable {
        let items: LossyArray<ImmichAssetResponse>
        let nextPage: Lossy<WireText>?
        let nextCursor: Lossy<Identity>?
    }
}
