import Albums
import Glibc

/// Names of files in a trash folder. They are bytes, because they need not be UTF-8.
enum TrashName {
    static let infoSuffix = Array(".trashinfo".utf8)
    private static let maxBytes = 255

    /// Returns a name, from number 2 on with the number before its extension, as in `Dune 2.jpg`. Truncates it so that
    /// `.trashinfo` can be appended.
    static func name(_ name: [UInt8], numbered number: Int) -> [UInt8] {
        var base = name[...]
        var suffix: [UInt8] = []
        if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex, name.count - dot <= maxExtension {
            base = name[..<dot]
            suffix = Array(name[dot...])
        }
        if number > 1 { suffix = Array(" \(number)".utf8) + suffix }
        return cut(base, to: maxBytes - infoSuffix.count - suffix.count) + suffix
    }

    /// Longer extensions are part of the name.
    private static let maxExtension = 32

    /// Truncates bytes without splitting a UTF-8 character.
    private static func cut(_ bytes: ArraySlice<UInt8>, to count: Int) -> ArraySlice<UInt8> {
        guard bytes.count > count else { return bytes }
        var end = bytes.startIndex + count
        // A character has at most three further bytes.
        for _ in 0..<3 where end > bytes.startIndex + 1 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return bytes[..<end]
    }
}

extension TrashName {
    private static let maxNumber = 100_000

    /// Returns an unused path in a trash folder.
    /// - Parameter isPlanned: whether another file of the operation will take a path.
    static func free(
        for name: [UInt8], in trash: [UInt8], _ folders: OpenFolders, isPlanned: ([UInt8]) -> Bool
    ) throws(FileFailure) -> [UInt8] {
        let (filesPath, infoPath) = (trash.appending("files".utf8), trash.appending("info".utf8))
        let (files, info) = (try folders.folder(filesPath), try folders.folder(infoPath))
        for number in 1...maxNumber {
            let candidate = Self.name(name, numbered: number)
            let path = filesPath.appending(candidate)
            guard !isPlanned(path), FilePlace(folder: files, name: candidate).status == nil,
                FilePlace(folder: info, name: candidate + infoSuffix).status == nil
            else { continue }
            return path
        }
        throw .nameTaken
    }
}
