import Albums
import Basics
import Glibc
import Synchronization

/// The thumbnail cache that desktop programs share (Thumbnail Managing Standard 0.9.0), as files.
///
/// Finds and writes thumbnail files without reading them. Failures are silent: without the cache, pictures are decoded.
/// Other instances and programs may use the cache at the same time. All calls block.
public final class DesktopThumbnails: Sendable {
    /// The length of the longer side of the thumbnails that are written, in pixels.
    public static let side = 256

    private struct State {
        var evictor: ThumbnailEvictor?
        var failure: StorageFailure?
        /// The folders of pictures, and whether they are in a thumbnail cache.
        var checkedFolders: [[UInt8]: Bool] = [:]
    }

    /// The path of the cache.
    public let path: String
    private let program: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: the cache; by default that of the user.
    ///   - program: the name and the version of the program, for the folder with its failures.
    ///   - maxBytes: the maximum size of all thumbnails that this program has written; nil for any.
    public init(path: String? = nil, program: String, maxBytes: Int? = 1 << 30) {
        let path = path ?? UserFolder.thumbnails
        self.path = path
        self.program = program
        state = Mutex(State(evictor: maxBytes.map { ThumbnailEvictor(folder: path, maxBytes: $0) }))
    }

    // MARK: Reading

    /// Returns the existing files in which a thumbnail may be, best first: the smallest of at least `side` pixels, then
    /// larger ones, then smaller ones. At each size, the user's entry comes before a shared one.
    public func entries(for origin: ThumbnailOrigin, side: Int) -> [ThumbnailEntry] {
        guard mayHaveThumbnail(origin) else { return [] }
        let name = MD5.hexadecimal(Array(origin.uri.utf8)) + ".png"
        let shared = sharedRepository(beside: origin)
        let sharedNames = shared == nil ? [] : origin.sharedURIs.map { MD5.hexadecimal(Array($0.utf8)) + ".png" }
        let large = ThumbnailFolder.allCases.filter { $0.side >= side }
        let small = ThumbnailFolder.allCases.filter { $0.side < side }.reversed()
        return (large + small).flatMap { folder in
            let own = ThumbnailEntry(path: Array("\(path)/\(folder.rawValue)/\(name)".utf8), uris: [origin.uri])
            let others = sharedNames.map { name in
                ThumbnailEntry(
                    path: (shared ?? []) + Array("/\(folder.rawValue)/\(name)".utf8), uris: origin.sharedURIs)
            }
            return ([own] + others).filter { Self.isRegularFile($0.path) }
        }
    }

    /// Returns the file in which an earlier failure to decode a picture may be recorded; nil if it doesn't exist.
    public func failureEntry(for origin: ThumbnailOrigin) -> ThumbnailEntry? {
        guard mayHaveThumbnail(origin) else { return nil }
        let file = Array("\(failureFolder)/\(MD5.hexadecimal(Array(origin.uri.utf8))).png".utf8)
        return Self.isRegularFile(file) ? ThumbnailEntry(path: file, uris: [origin.uri]) : nil
    }

    /// Records a use of an entry, because unused thumbnails are evicted first. Sets the access time, which many file
    /// systems don't maintain, at most once a day.
    public func touch(_ entry: ThumbnailEntry) {
        var status = stat()
        guard entry.path.withCPath({ stat($0, &status) }) == 0, time(nil) - status.st_atim.tv_sec > 24 * 60 * 60
        else { return }
        let times = [timespec(tv_sec: 0, tv_nsec: Self.now), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
        _ = entry.path.withCPath { utimensat(AT_FDCWD, $0, times, 0) }
    }

    /// UTIME_NOW and UTIME_OMIT of <sys/stat.h>, macros that Swift cannot import.
    private static let now = (1 << 30) - 1
    private static let unchanged = (1 << 30) - 2

    /// Whether the cache may have an entry for a file: not for files inside a cache.
    private func mayHaveThumbnail(_ origin: ThumbnailOrigin) -> Bool {
        guard origin.path.first == UInt8(ascii: "/"), let slash = origin.path.lastIndex(of: UInt8(ascii: "/")) else {
            return false
        }
        let folder = Array(origin.path[..<slash])
        if let isCache = state.withLock({ $0.checkedFolders[folder] }) { return !isCache }
        let isCache = isInCache(folder)
        state.withLock { state in
            if state.checkedFolders.count >= Self.maxCheckedFolders { state.checkedFolders = [:] }
            state.checkedFolders[folder] = isCache
        }
        return !isCache
    }

    private static let maxCheckedFolders = 1000

    private func isInCache(_ folder: [UInt8]) -> Bool {
        let folder = CanonicalPath.resolve(folder) + [UInt8(ascii: "/")]
        let parts = folder.split(separator: UInt8(ascii: "/"))
        if parts.contains(where: { $0.elementsEqual(Self.sharedFolder.utf8) }) { return true }
        return folder.starts(with: CanonicalPath.resolve(Array(path.utf8)) + [UInt8(ascii: "/")])
    }

    private static let sharedFolder = ".sh_thumbnails"

    private func sharedRepository(beside origin: ThumbnailOrigin) -> [UInt8]? {
        guard let slash = origin.path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = origin.path[...slash] + Self.sharedFolder.utf8
        return Array(folder).withCPath { access($0, X_OK) } == 0 ? Array(folder) : nil
    }

    private static func isRegularFile(_ path: [UInt8]) -> Bool {
        var status = stat()
        return path.withCPath { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: Writing

    /// Whether a thumbnail of a file may be written: not for files inside a cache, nor after the last write has failed.
    public func canWrite(for origin: ThumbnailOrigin) -> Bool {
        failure == nil && mayHaveThumbnail(origin)
    }

    /// Whether permissions allow writing thumbnails; has no side effects.
    public var isWritable: Bool {
        let folder = "\(path)/\(ThumbnailFolder.large.rawValue)"
        return UserFolder.canBeWritten(folder) && !Self.belongsToAnother(folder)
    }

    /// Why the last write has failed; nil if it hasn't.
    public var failure: StorageFailure? { state.withLock { $0.failure } }

    /// Writes a thumbnail of at most 256 pixels, and removes the record of an earlier failure.
    /// - Returns: whether it was written.
    @discardableResult
    public func write(_ png: [UInt8], for origin: ThumbnailOrigin) -> Bool {
        guard write(png, for: origin, in: "\(path)/\(ThumbnailFolder.large.rawValue)") else { return false }
        if let failed = failureEntry(for: origin) { _ = failed.path.withCPath { unlink($0) } }
        return true
    }

    /// Records that a picture can't be decoded.
    /// - Returns: whether the record was written.
    @discardableResult
    public func writeFailure(_ png: [UInt8], for origin: ThumbnailOrigin) -> Bool {
        write(png, for: origin, in: failureFolder)
    }

    private var failureFolder: String { "\(path)/\(ThumbnailEvictor.failures)/\(program)" }

    private func write(_ png: [UInt8], for origin: ThumbnailOrigin, in folder: String) -> Bool {
        guard mayHaveThumbnail(origin) else { return false }
        let name = MD5.hexadecimal(Array(origin.uri.utf8)) + ".png"
        state.withLock { $0.evictor?.makeRoom(for: png.count) }
        let failure = Self.replace(name, with: png, in: folder)
        state.withLock { $0.failure = failure }
        return failure == nil
    }

    private static func replace(_ name: String, with bytes: [UInt8], in folder: String) -> StorageFailure? {
        if belongsToAnother(folder) {
            errno = EPERM
            return .ofLastCall(on: folder)
        }
        do {
            try SmallFile.makeFolders(of: "\(folder)/\(name)")
        } catch {
            return error
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return .ofLastCall(on: folder) }
        defer { close(descriptor) }
        return SmallFile.replace(name, with: bytes, in: descriptor) ? nil : .ofLastCall(on: folder)
    }

    /// Whether root would write into a user's cache, which would lock out the user's programs.
    private static func belongsToAnother(_ folder: String) -> Bool {
        guard geteuid() == 0 else { return false }
        var existing = folder[...]
        var status = stat()
        while stat(String(existing), &status) != 0 {
            guard let slash = existing.lastIndex(of: "/"), slash > existing.startIndex else { return false }
            existing = existing[..<slash]
        }
        return status.st_uid != 0
    }
}

/// The folders of a thumbnail cache, by the size of the thumbnails.
enum ThumbnailFolder: String, CaseIterable {
    case normal
    case large
    case xLarge = "x-large"
    case xxLarge = "xx-large"

    /// The maximum width and height, in pixels.
    var side: Int {
        switch self {
        case .normal: 128
        case .large: 256
        case .xLarge: 512
        case .xxLarge: 1024
        }
    }
}
