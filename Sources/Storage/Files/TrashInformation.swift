import Basics
import FoundationEssentials
import Glibc

/// A `.trashinfo` file, which records where a trashed file came from: `info/NAME.trashinfo` beside `files/NAME`.
struct TrashInformation {
    /// The path of the `.trashinfo` file.
    let path: [UInt8]
    /// The contents.
    let text: String

    /// - Parameters:
    ///   - target: the path of the file in the trash; decides whether `source` is stored as absolute or relative.
    ///   - source: the path where the file was.
    init?(ofFileAt target: [UInt8], from source: [UInt8], trashedAt date: Date) {
        let components = target.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        guard components.count >= 4, components[components.count - 2].elementsEqual("files".utf8) else { return nil }
        let trash = components.dropLast(2)
        path = Array((trash + [Array("info".utf8)]).joined(separator: [UInt8(ascii: "/")])).appending(
            target.name + TrashName.infoSuffix)
        var recorded = source[...]
        let top = Self.topFolder(ofTrash: trash)
        if let top, source.starts(with: top + [UInt8(ascii: "/")]) { recorded = source[(top.count + 1)...] }
        let encoded = PercentEncoding.encode(Array(recorded)) {
            PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
        }
        text = "[Trash Info]\nPath=\(encoded)\nDeletionDate=\(Self.localTime(date))\n"
    }

    /// Returns the top folder of a file system from its trash folder, `TOP/.Trash/UID` or `TOP/.Trash-UID`; nil for the
    /// trash in the home folder, `Trash`.
    private static func topFolder(ofTrash components: ArraySlice<[UInt8]>) -> [UInt8]? {
        let own = Array(".Trash".utf8)
        let top =
            if let last = components.last, last.starts(with: own + [UInt8(ascii: "-")]) {
                components.dropLast()
            } else if components.dropLast().last == own {
                components.dropLast(2)
            } else {
                ArraySlice<[UInt8]>?.none
            }
        return top.map { Array($0.joined(separator: [UInt8(ascii: "/")])) }
    }

    /// Returns a date in local time, such as `2026-11-27T17:03:22`.
    static func localTime(_ date: Date) -> String {
        // The dates of entries are bounded.
        var seconds = time_t(date.timeIntervalSince1970)
        var local = tm()
        localtime_r(&seconds, &local)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S", &local)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates the file. Returns false with `errno` set on failure, to EEXIST if the name is taken.
    func create(at place: FilePlace) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = place.name.withCPath { openat(place.folder, $0, flags, 0o600) }
        guard descriptor >= 0 else { return false }
        let isWritten = Array(text.utf8).withUnsafeBytes { SmallFile.writeAll($0, to: descriptor) }
        let error = errno
        guard close(descriptor) == 0, isWritten else {
            place.remove()
            errno = isWritten ? errno : error
            return false
        }
        return true
    }

    /// Whether the file at its place has only the first part of these contents, because its program was killed.
    func isUnfinished(at place: FilePlace) -> Bool {
        guard let bytes = contents(at: place) else { return false }
        return text.utf8.starts(with: bytes) && bytes.count < text.utf8.count
    }

    /// Whether the file at its place has exactly these contents.
    func isComplete(at place: FilePlace) -> Bool {
        contents(at: place)?.elementsEqual(text.utf8) ?? false
    }

    private func contents(at place: FilePlace) -> [UInt8]? {
        let descriptor = place.name.withCPath {
            openat(place.folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return (try? SmallFile.contents(of: descriptor, atMost: 1 << 16))?.bytes
    }
}
