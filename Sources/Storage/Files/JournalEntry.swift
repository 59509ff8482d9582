import Albums
import Basics
import FoundationEssentials

/// The intent of an operation. Where its files are shows how far it got.
struct JournalEntry: Equatable {
    /// A file to move. Paths are canonical.
    struct File: Equatable {
        let source: [UInt8]
        var target: [UInt8]
        /// How the copy of a picture is made; nil for an exact copy.
        var export: JPEGExport?
        /// The version at the source: the original or, after undo, its copy.
        var version: FileVersion
        /// The version at the target if it differs: a copy, a file that a rename gave another time, or one that Tintype
        /// has written to.
        var targetVersion: FileVersion?
        /// Whether Tintype has created this sidecar beside the moved photo, so that it has never been at its source.
        var hasJoined = false
    }

    struct Group: Equatable {
        let photo: Photo.ID
        var files: [File]
    }

    let id: String
    let kind: FileOperation.Kind
    let library: String
    let date: Date
    /// The folders that the operation creates, parents first.
    let folders: [[UInt8]]
    var groups: [Group]
    /// Whether the operation or its reversal needs no further work.
    var isSettled = false
    /// The indices of the groups of the last undo, whether or not they were moved back.
    var reverting: Set<Int> = []
    var annotations = PhotoAnnotations()
}

/// The file format, JSON lines: first the intent, then the events.
extension JournalEntry {
    /// The version of the file format.
    static let formatVersion = 1

    struct Intent: Codable {
        struct File: Codable {
            let source: String
            let target: String
            let version: FileVersion
            var export: JPEGExport?
        }

        struct Group: Codable {
            let photo: String
            let files: [File]
        }

        let version: Int
        let kind: String
        let library: String
        /// In seconds since 1970.
        let date: Double
        let folders: [String]
        let groups: [Group]
    }

    struct Event: Codable {
        enum Name: String, Codable {
            /// A file gets another target, because its name in the trash was just taken.
            case retargeted
            /// A copy is complete, and gets the name of the target next.
            case copied
            /// A copy is complete, and gets the name of the source next.
            case returned
            /// A file at its target has another version, because the rename changed its time or Tintype has written to
            /// it.
            case changed
            /// Tintype has created a sidecar beside a moved photo, which goes back with it.
            case joined
            /// Marks and favorites among the photos.
            case annotated
            case reverting
            /// The operation has ended, or its reversal.
            case settled
        }

        let event: Name
        var group: Int?
        var file: Int?
        var source: String?
        var target: String?
        var version: FileVersion?
        var groups: [Int]?
        var annotations: Annotations?
    }

    /// Marks and favorites by the IDs of photos.
    struct Annotations: Codable {
        let marked: [String]
        /// When each photo became a favorite, in seconds since 1970.
        let favorites: [String: Double]

        init(_ annotations: PhotoAnnotations) {
            marked = annotations.marked.map(\.rawValue).sorted()
            favorites = Dictionary(
                uniqueKeysWithValues: annotations.favorites.map { ($0.rawValue, $1.timeIntervalSince1970) })
        }

        /// Nil if a date makes no sense.
        var value: PhotoAnnotations? {
            var value = PhotoAnnotations(marked: Set(marked.map { Photo.ID($0) }))
            for (photo, added) in favorites {
                guard let date = Timestamp(Date(timeIntervalSince1970: added))?.date else { return nil }
                value.favorites[Photo.ID(photo)] = date
            }
            return value
        }
    }

    /// The first line.
    var intent: Intent {
        Intent(
            version: Self.formatVersion, kind: kind.rawValue, library: library, date: date.timeIntervalSince1970,
            folders: folders.map(Self.encoded),
            groups: groups.map { group in
                Intent.Group(
                    photo: group.photo.rawValue,
                    files: group.files.map {
                        Intent.File(
                            source: Self.encoded($0.source), target: Self.encoded($0.target), version: $0.version,
                            export: $0.export)
                    })
            })
    }

    /// Parses the contents of a file; nil if it is damaged or of another version. An unfinished last line is ignored.
    init?(id: String, _ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let decoder = JSONDecoder()
        guard let first = lines.first, lines.count > 1,
            let intent = try? decoder.decode(Intent.self, from: Data(first)), intent.version == Self.formatVersion,
            let kind = FileOperation.Kind(rawValue: intent.kind),
            let date = Timestamp(Date(timeIntervalSince1970: intent.date))?.date
        else { return nil }
        let folders = intent.folders.compactMap(Self.path)
        guard folders.count == intent.folders.count else { return nil }
        var groups: [Group] = []
        for group in intent.groups {
            let files = group.files.compactMap { file -> File? in
                guard let source = Self.path(file.source), let target = Self.path(file.target) else { return nil }
                return File(source: source, target: target, export: file.export, version: file.version)
            }
            guard files.count == group.files.count else { return nil }
            groups.append(Group(photo: Photo.ID(group.photo), files: files))
        }
        (self.id, self.kind, self.library, self.date) = (id, kind, intent.library, date)
        (self.folders, self.groups) = (folders, groups)
        for line in lines.dropFirst().dropLast() {
            guard let event = try? decoder.decode(Event.self, from: Data(line)) else { return nil }
            guard apply(event) else { return nil }
        }
    }

    /// Applies an event. Returns false if the event is invalid.
    private mutating func apply(_ event: Event) -> Bool {
        switch event.event {
        case .settled: isSettled = true
        case .reverting:
            let indices = event.groups ?? []
            guard indices.allSatisfy(groups.indices.contains) else { return false }
            reverting = Set(indices)
            isSettled = false
        case .annotated:
            guard let value = event.annotations?.value else { return false }
            annotations = value
        case .joined:
            guard let group = event.group, groups.indices.contains(group), let version = event.version,
                let source = event.source.flatMap(Self.path), let target = event.target.flatMap(Self.path)
            else { return false }
            groups[group].files.append(File(source: source, target: target, version: version, hasJoined: true))
        case .retargeted, .copied, .returned, .changed:
            guard let group = event.group, groups.indices.contains(group), let file = event.file,
                groups[group].files.indices.contains(file)
            else { return false }
            if let target = event.target {
                guard let path = Self.path(target) else { return false }
                groups[group].files[file].target = path
            }
            if let version = event.version {
                if event.event == .returned {
                    groups[group].files[file].version = version
                } else {
                    groups[group].files[file].targetVersion = version
                }
            }
        }
        return true
    }

    static func encoded(_ path: [UInt8]) -> String {
        PercentEncoding.encode(path) { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Decodes an absolute path; nil for anything else.
    private static func path(_ text: String) -> [UInt8]? {
        guard let path = PercentEncoding.decode(text), path.first == UInt8(ascii: "/"), path.count > 1,
            path.last != UInt8(ascii: "/"), !path.contains(0)
        else { return nil }
        return path
    }

    /// The two groups of each photo that is renamed by way of a temporary name.
    var steps: [(first: Int, second: Int)] {
        var firsts: [Photo.ID: Int] = [:]
        return groups.enumerated().compactMap { index, group in
            guard let first = firsts[group.photo] else {
                firsts[group.photo] = index
                return nil
            }
            return (first, index)
        }
    }

    /// Returns where a file was before the operation.
    ///
    /// - Parameter first: the group that has given it a temporary name; nil if it has none.
    func origin(of file: File, after first: Int?) -> [UInt8] {
        first.flatMap { groups[$0].files.first { $0.target == file.source }?.source } ?? file.source
    }

    /// Returns some groups of the operation as a value for callers.
    func operation(_ indices: some Sequence<Int>) -> FileOperation {
        let indices = Set(indices)
        let firsts = Dictionary(uniqueKeysWithValues: steps.map { ($0.second, $0.first) })
        let superseded = Set(indices.compactMap { firsts[$0] })
        return FileOperation(
            id: id, kind: kind, library: library, date: date,
            groups: indices.subtracting(superseded).sorted().map { index in
                FileGroup(
                    photo: groups[index].photo,
                    files: groups[index].files.map {
                        FileMove(source: origin(of: $0, after: firsts[index]), target: $0.target, export: $0.export)
                    })
            }, annotations: annotations)
    }
}
