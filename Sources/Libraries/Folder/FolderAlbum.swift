import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// An immutable album: a folder with its pictures, sorted.
final class FolderAlbum: Sendable {
    /// Relative to the library's folder; empty for that folder itself.
    let path: BytePath
    let title: String
    let foldedTitle: FoldedText
    let sortKey: NaturalOrderKey
    let photos: SearchableList<FolderPhoto>
    let facts: AlbumFacts
    /// The folder itself; nil if unknown.
    let identity: FolderIdentity?
    /// Whether another folder had this path before.
    let isReplacement: Bool
    /// The files of the photos.
    let lineage: FileLineage
    /// The names of files that may be sidecars of photos.
    private let sidecars: Set<BytePath>
    /// The sidecars and other files that may belong to photos.
    let companions: CompanionFiles
    /// Whether some sidecars may be from Google Takeout.
    private let hasTakeout: Bool
    /// When the folder was read.
    let readTime: Date
    /// How often the album has changed while the library was open.
    private let changeCount: Int
    /// The change count at the last change of each file; only of files that have changed.
    private let versions: [BytePath: Int]
    /// Returns the value of a photo for an order other than by title; nil if unknown.
    let sortValue: @Sendable (_ index: Int, ListOrder) -> SortValue?
    private let fileDates: FileDates
    private let texts: FolderTexts
    private let search: @Sendable (SearchQuery) -> [Bool]
    /// The absolute path.
    let folder: BytePath
    /// The dates of the oldest and the newest photo; nil until read.
    private let readDates = Mutex<ClosedRange<Date>??>(nil)

    /// - Parameters:
    ///   - contents: nil if the folder can't be read.
    ///   - photos: the photos among them.
    ///   - texts: the texts of the library.
    ///   - index: an index that may know the pictures.
    ///   - former: the album before it changed.
    ///   - changed: the names of pictures that may have changed since `former`.
    ///   - written: returns the inode of a file to which Tintype has written metadata.
    init(
        path: BytePath, in root: BytePath, title: String, _ contents: FolderContents?, photos: [FolderPhoto],
        texts: FolderTexts, index: PictureIndex?, former: FolderAlbum?, changed: Set<BytePath>,
        written: (BytePath) -> ino_t?
    ) {
        self.path = path
        let folder = root.appending(path)
        // The reader may have read another folder than the one now at the path.
        let identity = contents.flatMap { contents in
            FolderIdentity(at: folder).flatMap { $0.node == contents.node ? $0 : nil }
        }
        (self.identity, self.folder) = (identity, folder)
        func readFacts(of photos: [FolderPhoto]) -> AlbumFacts {
            AlbumFacts(
                names: photos.map(\.name), texts: texts,
                former: former.map { ($0.photos.elements.map(\.name), $0.facts) }
            ) { index?.known(folder, $0) }
        }
        let grouped = FolderPhoto.sorted(photos)
        let groupedFacts = readFacts(of: grouped)
        let unrelated = groupedFacts.unrelatedVideos
        let areSeparated = unrelated.contains { !grouped[$0].unrelated(among: $1).isEmpty }
        let sorted =
            areSeparated
            ? FolderPhoto.sorted(
                grouped.flatMap { photo in
                    photo.separated(from: unrelated[photo.index] ?? []) { contents?.inodes[$0] }
                })
            : grouped
        let facts = areSeparated ? readFacts(of: sorted) : groupedFacts
        let succession = FolderSuccession(of: former, by: sorted, identity, in: folder, changed: changed) {
            written(folder.appending($0))
        }
        isReplacement = succession.isReplacement
        lineage = succession.lineage
        readTime = contents?.readTime ?? .distantPast
        let sidecars = contents?.sidecars ?? []
        self.sidecars = sidecars
        let pictures = Set(sorted.lazy.flatMap(\.names))
        companions = CompanionFiles(Array(sidecars) + (contents?.otherCompanions ?? []), hasPicture: pictures.contains)
        // Only Takeout's names end in `n`: other sidecars end in `.xmp`.
        hasTakeout = sidecars.contains { $0.last == UInt8(ascii: "n") || $0.last == UInt8(ascii: "N") }
        changeCount = (former?.changeCount ?? 0) + 1
        versions = (former?.versions ?? [:])
            .merging(succession.changed.map { [changeCount] in ($0, changeCount) }) { $1 }
        self.title = title
        let foldedTitle = FoldedText(title)
        self.foldedTitle = foldedTitle
        sortKey = NaturalOrderKey(FoldedText(path.text), original: path)
        self.facts = facts
        self.texts = texts
        let fileDates = FileDates(count: sorted.count) { folder.appending(sorted[$0].name) }
        self.fileDates = fileDates
        let names = FoldedTextList(sorted.lazy.map { FoldedText($0.name.text) })
        let search = { @Sendable (search: SearchQuery) in
            search.matches(
                in: FolderPhotoTable(
                    album: path, albumTitle: foldedTitle, photos: sorted, names: names, facts: facts.rows, texts: texts,
                    fileDates: fileDates))
        }
        self.search = search
        let sortValue = { @Sendable (index: Int, order: ListOrder) -> SortValue? in
            switch order.key {
            case .date: (facts[index].instant(facts.zones) ?? fileDates[index]).map(SortValue.date)
            case .size: FileSize.of(folder.appending(sorted[index].name)).map(SortValue.number)
            case .rating: facts[index].rating.map(SortValue.number)
            case .label: facts.labelRank(at: index).map(SortValue.number)
            case .camera: facts.text(of: .camera, at: index).map { .text(NaturalOrderKey($0)) }
            case .original, .title, .photoCount: nil
            }
        }
        self.sortValue = sortValue
        let keys = SortKeys<FolderPhoto>(
            title: { NaturalOrderKey($0.title) }, date: { facts[$0.index].taken ?? fileDates[$0.index] },
            dateKind: { facts[$0.index].dateKind }, value: { sortValue($0.index, $1) })
        let bursts = BurstKeys<FolderPhoto>(
            moment: { $0.isVideo ? nil : facts[$0.index].burstMoment(facts.zones) },
            rank: { facts[$0.index].burstRank })
        self.photos = SearchableList(sorted, keys: keys, bursts: bursts, listsWordsFirst: true) { query in
            let matching = search(query)
            return { matching[$0.index] }
        }
    }

    /// Returns the names of a file's sidecars.
    func sidecars(of name: BytePath) -> [BytePath] {
        sidecars.isEmpty
            ? [] : SidecarPath.names(besides: name, includesTakeout: hasTakeout).filter(sidecars.contains)
    }

    /// The first photo that can be shown, or else the first one.
    var cover: FolderPhoto? {
        photos.elements.first { FileKind.isSupported(fileExtension: PhotoFileName($0.name).fileExtension) }
            ?? photos.elements.first
    }

    /// Returns for each photo whether it matches; may read files' dates.
    func matching(_ query: SearchQuery) -> [Bool] { search(query) }

    /// Reads the size of a photo's file; blocks.
    func bytes(at index: Int) -> Int? {
        FileSize.of(folder.appending(photos.elements[index].name))
    }

    /// The size of a photo's file, as the index knows it; reads it if it is unknown, which blocks. 0 if there is no
    /// file.
    func knownBytes(at index: Int) -> Int {
        // The index has the total size of the file, its sidecars and its videos.
        let photo = photos.elements[index]
        let known = sidecars(of: photo.name).isEmpty && photo.videos.isEmpty ? facts.knownBytes(at: index) : nil
        return known ?? bytes(at: index) ?? 0
    }

    /// When a photo was taken, or else its file modified. The first use reads the file's status, which blocks.
    func date(at index: Int) -> Date? {
        facts[index].taken ?? fileDates[index]
    }

    /// Returns the values that a field of a photo has.
    func values(of field: SearchField, at index: Int) -> [String] {
        let row = facts[index]
        switch field {
        case .label:
            guard row.label != 0 else { return [] }
            // A search for any name of a color finds them all, so they are one value.
            return [texts.labelColor(row.label).map(texts.labelNames.name) ?? texts.spelling(row.label)]
        case .tag, .person, .camera, .lens, .place, .author:
            guard let number = row.text(of: field), number != 0 else { return [] }
            let lines = texts.spelling(number).split(separator: "\n").map(String.init)
            // The other lines are the names of nearby towns.
            return field == .place ? Array(lines.prefix(1)) : lines
        case .aperture, .iso: return row.number(of: field).map { [Self.text($0)] } ?? []
        case .rating: return [String(row.rating ?? 0)]
        case .kind:
            let photo = photos.elements[index]
            let kinds = Set(([photo.name] + photo.stack).compactMap { PhotoFileName($0[...]).kind })
            return kinds.subtracting([.picture]).map(\.rawValue) + (row.isLocated ? ["gps"] : [])
                + Assessment.kinds(rating: row.rating, isPicked: row.isPicked, isLabeled: row.label != 0)
        case .year, .date, .time: return field.values(of: date(at: index))
        }
    }

    /// Returns a number without trailing zeros.
    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// Changes whenever a file of the photo changes while the library is open.
    func version(at index: Int) -> Int {
        guard !versions.isEmpty else { return 0 }
        let photo = photos.elements[index]
        return ([photo.name] + photo.stack).compactMap { versions[$0] }.max() ?? 0
    }

    /// The orientation in which a photo is shown.
    func orientation(at index: Int) -> PhotoOrientation {
        let known = facts[index].orientation
        return known == .unread && sidecars(of: photos.elements[index].name).isEmpty ? .own : known
    }

    /// Replaces facts. Rebuilds the lists that were sorted or searched by them.
    ///
    /// - Returns: whether the facts assign videos to the photos differently than the album, so that the folder must be
    ///   read again.
    func set(_ facts: [(index: Int, facts: PhotoFacts, stamp: FileStamp)]) -> Bool {
        self.facts.set(facts)
        photos.forgetResults()
        readDates.withLock { $0 = nil }
        return facts.contains {
            let photo = photos.elements[$0.index]
            return Set(photo.unrelatedVideos) != Set(photo.videos.filter($0.facts.unrelatedVideos.contains))
        }
    }

    /// Adopts changes that have been written. Rebuilds the lists that were sorted or searched by them.
    func adopt(_ changes: [(index: Int, change: WrittenChange)]) {
        facts.adopt(changes)
        photos.forgetResults()
    }

    /// The dates of the oldest and the newest photo, if they have been read; nil also if no photo has one.
    var knownDates: ClosedRange<Date>? { readDates.withLock { $0 ?? nil } }

    /// The dates of the oldest and the newest photo: when they were taken, or else when their files were modified. Read
    /// once, on the first use; blocks.
    var dates: ClosedRange<Date>? {
        if let dates = readDates.withLock({ $0 }) { return dates }
        let all = photos.elements.lazy.compactMap { self.date(at: $0.index) }
        var dates: ClosedRange<Date>?
        for date in all { dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date) }
        readDates.withLock { $0 = .some(dates) }
        return dates
    }

    /// Returns the photos that are missing in another version of the album, with the paths of their files.
    func photos(missingIn other: FolderAlbum?) -> [(path: BytePath, photo: FolderPhoto)] {
        guard other !== self else { return [] }
        let names = Set(other?.photos.elements.lazy.flatMap { [$0.name] + $0.stack } ?? [])
        return photos.elements.filter { !names.contains($0.name) }.map { (path.appending($0.name), $0) }
    }

    /// The inode of a photo's file, as the folder was read.
    func node(of photo: FolderPhoto) -> FileNode? {
        guard let device = identity?.node.device, let inode = photo.inode else { return nil }
        return FileNode(device: device, inode: UInt64(inode))
    }

    /// Returns the index of the photo with a file at a path relative to the library's folder; nil if it is not in the
    /// album.
    func index(ofPictureAt path: BytePath) -> Int? {
        let name = path.lastComponent
        guard self.path.appending(name) == path else { return nil }
        let photo = FolderPhoto(name: name)
        let index = photos.elements.partitioningIndex { $0.sortKey >= photo.sortKey }
        if index < photos.elements.count, photos.elements[index].name == name { return index }
        // Photos with the same title are neighbors.
        let before = photos.elements[..<index].reversed().prefix { $0.title == photo.title }
        let after = photos.elements[index...].prefix { $0.title == photo.title }
        if let found = (Array(before) + after).first(where: { $0.stack.contains(name) }) { return found.index }
        // An original's title differs from that of its edit.
        return photos.elements.first { $0.stack.contains(name) }?.index
    }
}

/// A photo of an album.
struct FolderPhoto: Sendable {
    let name: BytePath
    /// The names of its other files.
    var stack: [BytePath] = []
    /// The videos with the photo's name that don't belong to it.
    private(set) var unrelatedVideos: [BytePath] = []
    /// Its index in the album.
    var index = 0
    /// The inode of the file; nil if unknown.
    var inode: ino_t?

    init(name: BytePath, stack: [BytePath] = []) {
        self.name = name
        self.stack = stack
    }

    var title: String { PhotoFileName(name).title }

    /// The names of all of its files.
    var names: [BytePath] { [name] + stack }

    var isVideo: Bool { PhotoFileName(name).kind == .video }

    /// The videos of the same name, whether they belong to it or not.
    var videos: [BytePath] { stack.filter { PhotoFileName($0).kind == .video } + unrelatedVideos }

    /// Returns the videos of its stack that are among these.
    func unrelated(among names: [BytePath]) -> [BytePath] { stack.filter(names.contains) }

    /// Returns the photo without unrelated videos, followed by these videos as photos.
    func separated(from names: [BytePath], inode: (BytePath) -> ino_t?) -> [FolderPhoto] {
        let unrelated = unrelated(among: names)
        var photo = self
        photo.stack.removeAll(where: unrelated.contains)
        photo.unrelatedVideos = unrelated
        return [photo]
            + unrelated.map { name in
                var video = FolderPhoto(name: name)
                video.inode = inode(name)
                return video
            }
    }

    /// Returns the photos in natural order.
    static func sorted(_ photos: [FolderPhoto]) -> [FolderPhoto] {
        var photos =
            photos
            .map { (key: $0.sortKey, photo: $0) }
            .sorted { $0.key < $1.key }
            .map(\.photo)
        for index in photos.indices { photos[index].index = index }
        return photos
    }

    /// The extension is only a tiebreaker.
    var sortKey: NaturalOrderKey { NaturalOrderKey(FoldedText(title), original: name) }
}

extension SortKeys<FolderAlbum> {
    /// The values that albums are sorted by, with one of the titles that a folder can have.
    init(folderTitle title: @escaping @Sendable (FolderAlbum) -> NaturalOrderKey) {
        self.init(
            albumTitle: title, firstDate: { $0.dates?.lowerBound }, lastDate: { $0.dates?.upperBound },
            photoCount: \.photos.elements.count)
    }
}
