import Albums
import Basics
import FoundationEssentials
import Synchronization

/// The photos of an album for a search.
struct FolderPhotoTable: SearchTable {
    let album: BytePath
    let albumTitle: FoldedText
    let photos: [FolderPhoto]
    /// The names of the files, with their extensions.
    let names: FoldedTextList
    let facts: [AlbumFacts.Row]
    let texts: FolderTexts
    let fileDates: FileDates

    var count: Int { facts.count }

    /// Words occur in a text of the photo, in the name of its file, in the album's title, or across both as a path.
    func containing(_ word: FoldedText) -> [Bool] {
        guard !albumTitle.contains(word) else { return [Bool](repeating: true, count: count) }
        var found = names.containing(word)
        if let slash = word.bytes.lastIndex(of: UInt8(ascii: "/")),
            albumTitle.bytes.reversed().starts(with: word.bytes[..<slash].reversed())
        {
            let start = word.bytes[(slash + 1)...]
            for index in found.indices where names[index].starts(with: start) { found[index] = true }
        }
        let matching = texts.containing(word)
        guard matching.contains(true) else { return found }
        for (index, row) in facts.enumerated() where !found[index] {
            found[index] =
                matching[row.caption] || matching[row.tags] || matching[row.place] || matching[row.countries]
                || matching[row.camera] || matching[row.lens] || matching[row.author] || matching[row.people]
                || matching[row.label]
        }
        return found
    }

    func containing(_ word: FoldedText, in field: SearchField) -> [Bool] {
        let matching = texts.containing(word)
        if field == .place { return facts.map { matching[$0.place] || matching[$0.countries] } }
        let numbers = facts.map { $0.text(of: field) ?? 0 }
        if field == .label,
            let color = ColorLabel(name: String(decoding: word.bytes, as: UTF8.self), names: texts.labelNames)
        {
            return numbers.map { matching[$0] || texts.labelColor($0) == color }
        }
        guard field == .camera || field == .lens else { return numbers.map { matching[$0] } }
        // Whatever the spaces: `z6` finds `Z 6`. A folder has few cameras and lenses.
        let compactWord = word.withoutSpaces
        var known: [FolderTexts.Number: Bool] = [:]
        return numbers.map { number in
            guard number != 0, !matching[number] else { return matching[number] }
            if let isFound = known[number] { return isFound }
            let isFound = FoldedText(texts.text(number)).withoutSpaces.contains(compactWord)
            known[number] = isFound
            return isFound
        }
    }

    func dates() -> [Date?] {
        facts.indices.map { facts[$0].taken ?? fileDates[$0] }
    }

    func rated(_ ratings: ClosedRange<Int>) -> [Bool] {
        facts.map { ratings.contains($0.rating ?? 0) }
    }

    func picked() -> [Bool] { facts.map(\.isPicked) }

    func labeled() -> [Bool] { facts.map { $0.label != 0 } }

    func located() -> [Bool] { facts.map(\.isLocated) }

    func numbers(of field: SearchField) -> [Double?] { facts.map { $0.number(of: field) } }

    func ofKind(_ kind: FileKind) -> [Bool] {
        // A folder has few extensions.
        var known: [ArraySlice<UInt8>: Bool] = [:]
        func isOfKind(_ name: ArraySlice<UInt8>) -> Bool {
            let suffix = name[(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)...]
            if let isOfKind = known[suffix] { return isOfKind }
            let isOfKind = PhotoFileName([UInt8(ascii: "x")] + suffix).kind == kind
            known[suffix] = isOfKind
            return isOfKind
        }
        return facts.indices.map { isOfKind(names[$0][...]) || photos[$0].stack.contains { isOfKind($0[...]) } }
    }

    func contained(in photos: Set<Photo.ID>) -> [Bool] {
        guard photos.count < count else {
            return self.photos.map { photos.contains(Photo.ID(album.appending($0.name).identifier)) }
        }
        let names = Set(
            photos.compactMap { photo in
                let path = BytePath(identifier: photo.rawValue)
                let name = path.lastComponent
                return album.appending(name) == path ? name : nil
            })
        return self.photos.map { names.contains($0.name) }
    }
}

extension [Bool] {
    /// False for a text that is newer than the search.
    fileprivate subscript(number: FolderTexts.Number) -> Bool {
        Int(number) < count && self[Int(number)]
    }
}

/// The modification times of an album's files, each read on the first use.
final class FileDates: Sendable {
    private let path: @Sendable (Int) -> BytePath
    private let count: Int
    /// In seconds since 1970, infinite if unknown; empty until the first use.
    private let seconds = Mutex<[Double]>([])

    private static let unread = Double.nan

    /// - Parameter path: returns the absolute path of a file.
    init(count: Int, path: @escaping @Sendable (Int) -> BytePath) {
        self.count = count
        self.path = path
    }

    /// The date of a file; nil if it is unknown. Reading it blocks.
    subscript(index: Int) -> Date? {
        var seconds = self.seconds.withLock { $0.isEmpty ? Self.unread : $0[index] }
        if seconds.isNaN {
            let read = FileDate.ofChange(at: path(index))?.timeIntervalSince1970 ?? .infinity
            seconds = read
            self.seconds.withLock { seconds in
                if seconds.isEmpty { seconds = [Double](repeating: Self.unread, count: count) }
                seconds[index] = read
            }
        }
        return seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
    }
}
