import Albums
import Basics
import TerminalUI

/// The photos to share, with their locations.
public struct SharedPhotos: Sendable {
    /// The location of a photo for other people or programs.
    public enum Location: Hashable, Sendable {
        case link(String)
        /// The path in bytes, since a file name need not be UTF-8.
        case file(path: [UInt8])

        /// Returns nil for a link of another scheme, because a service could return any URI that the system opens, even
        /// one that starts a program.
        init?(web link: String) {
            guard ["https://", "http://"].contains(where: link.lowercased().hasPrefix) else { return nil }
            self = .link(link)
        }

        /// The link or the path as an argument. `./` precedes a leading hyphen, so that no program parses it as an option.
        var argument: [UInt8] { bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes }

        /// The link or the path.
        public var bytes: [UInt8] {
            switch self {
            case .link(let link): Array(link.utf8)
            case .file(let path): path
            }
        }
    }

    let photos: [Photo]
    /// The files of the photos, each as a photo.
    let files: [Photo]
    /// The location of each file that has one, in the order of the photos.
    public private(set) var locations: [(photo: Photo, location: Location)] = []
    /// The photos without a location, with the reasons.
    public private(set) var missing: [(photo: Photo, reason: any Error)] = []
    /// The number of files without an original to save: generated, or with a file that is gone.
    private(set) var withoutOriginal = 0
    /// Whether the service can create a public link to them, and hasn't yet.
    private(set) var canBePublic = false
    /// The account and host for reaching local files from other computers, such as `ada@lovelace`.
    private let scpHost: String

    /// Whether to share all files of each photo, with their sidecars.
    private let includesStacks: Bool

    /// - Parameter includesStacks: whether to share all files of each photo, with their sidecars.
    public init(
        _ photos: [Photo], includesStacks: Bool = false, scpHost: String = "", canBePublic: Bool = false
    ) {
        self.photos = photos
        self.canBePublic = canBePublic
        self.includesStacks = includesStacks
        files = photos.flatMap { includesStacks ? $0.stackedPhotos : [$0] }
        self.scpHost = scpHost
    }

    /// The web links among the locations.
    var links: [String] { locations.compactMap { if case .link(let link) = $0.location { link } else { nil } } }

    /// The file paths among the locations.
    var paths: [[UInt8]] { locations.compactMap { if case .file(let path) = $0.location { path } else { nil } } }

    /// Returns a copy with a public link in place of the locations.
    func located(at publicLink: String) -> SharedPhotos {
        var shared = self
        shared.locations = photos.prefix(1).map { ($0, .link(publicLink)) }
        shared.canBePublic = false
        return shared
    }

    /// Returns a copy with the locations, as the library reports them. Sidecars follow the files of their photo.
    ///
    /// - Parameters:
    ///   - checksFiles: whether to leave out files that have replaced those shown. Not worthwhile for a list just read.
    ///   - sidecars: returns the paths of the sidecars of a file.
    public func located(
        in library: any PhotoLibrary, checksFiles: Bool = false,
        sidecars: @Sendable (_ path: [UInt8]) async -> [[UInt8]]
    ) async -> SharedPhotos {
        var shared = self
        for photo in photos where !Task.isCancelled {
            let files = includesStacks ? photo.stackedPhotos : [photo]
            var paths: [[UInt8]] = []
            for file in files where !Task.isCancelled {
                if checksFiles, await library.isReplaced(file) {
                    shared.missing.append((file, EditRefusal.replaced))
                    continue
                }
                if let path = await shared.locate(file, in: library) { paths.append(path) }
            }
            guard includesStacks else { continue }
            var known: Set<[UInt8]> = []
            for path in paths {
                for sidecar in await sidecars(path) where known.insert(sidecar).inserted {
                    shared.locations.append((photo, .file(path: sidecar)))
                }
            }
        }
        return shared
    }

    /// Adds the location of a file as the library reports it; returns its path if that is the location.
    private mutating func locate(_ photo: Photo, in library: any PhotoLibrary) async -> [UInt8]? {
        let reason: any Error
        do {
            switch try await library.picture(of: photo) {
            case .file(let path):
                guard let link = photo.link else {
                    locations.append((photo, .file(path: path)))
                    return path
                }
                locations.append((photo, .link(Self.webLink(link))))
                return nil
            case .generated:
                withoutOriginal += 1
                reason = PictureFailure.noOriginal
            case .remote(let remote):
                if remote.missingOriginal != nil { withoutOriginal += 1 }
                reason = remote.missingOriginal ?? PictureFailure.noPicture
            }
        } catch {
            reason = error
        }
        if let link = photo.link {
            locations.append((photo, .link(Self.webLink(link))))
        } else {
            missing.append((photo, reason))
        }
        return nil
    }

    /// Links and paths, one per line. If a service requires attribution, a second line names the author.
    var text: [UInt8] { Array(locations.indices.map(text).joined(separator: [UInt8(ascii: "\n")])) }

    /// The text for a location.
    func text(at index: Int) -> [UInt8] { line(for: locations[index].photo, locations[index].location) }

    /// The command line for copying the files to another computer, to be run there; nil without files.
    ///
    /// Paths are quoted twice. Quotes are for the local shell that parses the command line. Backslashes are for the
    /// remote end: a shell in scp's legacy protocol (`scp -O`), glob expansion in the current one. Control characters
    /// can't be pasted, so a glob class replaces them; a shell would remove a line feed together with its backslash.
    var scpLine: [UInt8]? {
        guard !paths.isEmpty else { return nil }
        let words = paths.map { path in
            let escaped = path.flatMap { byte in
                ShellWord.isControl(byte)
                    ? Array("[[:cntrl:]]".utf8) : ShellWord.isPlain(byte) ? [byte] : [UInt8(ascii: "\\"), byte]
            }
            return ShellWord.quoted(Array(scpHost.utf8) + [UInt8(ascii: ":")] + escaped)
        }
        return Array(([Array("scp".utf8)] + words + [Array(".".utf8)]).joined(separator: [UInt8(ascii: " ")]))
    }

    /// A `mailto:` link with the links in its body (RFC 6068); nil without links.
    var emailLink: String? {
        guard !links.isEmpty else { return nil }
        let lines = locations.map { String(decoding: line(for: $0.photo, $0.location), as: UTF8.self) }
        let body = lines.joined(separator: "\n").replacing("\n", with: "\r\n")
        return
            "mailto:?subject=\(Self.percentEncoded(UserFacingText.title(of: photos)))&body=\(Self.percentEncoded(body))"
    }

    private func line(for photo: Photo, _ location: Location) -> [UInt8] {
        switch location {
        case .file(let path):
            return path.contains(where: ShellWord.isControl) ? ShellWord.quoted(path) : path
        case .link(let link):
            guard let attribution = photo.attribution else { return Array(link.utf8) }
            let author = photo.authorLink.map { " (\(Self.webLink($0)))" } ?? ""
            return Array("\(link)\n\(VisibleText.printable(attribution))\(author)".utf8)
        }
    }

    /// A link, percent-encoding characters that would break its line or split the pasted text.
    private static func webLink(_ link: String) -> String {
        PercentEncoding.encode(Array(link.utf8)) { (0x21...0x7E).contains($0) }
    }

    private static func percentEncoded(_ text: String) -> String {
        PercentEncoding.encode(Array(text.utf8))
    }
}

/// Quotes bytes as one word of a shell command line, for POSIX shells and fish. Words with control characters use
/// `$'…'`, which needs bash, zsh or ksh.
enum ShellWord {
    /// Returns plain words unchanged, and others quoted.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty, bytes.allSatisfy(isPlain) { return bytes }
        // A pasted control character could end the line and run the command.
        if bytes.contains(where: isControl) { return Array("$'".utf8) + bytes.flatMap(escaped) + Array("'".utf8) }
        guard !bytes.isEmpty else { return Array("''".utf8) }
        // In quotes, fish treats a backslash before a quote or backslash as an escape, so both go outside.
        return bytes.chunked(by: isEscaped).flatMap { run in
            isEscaped(run[run.startIndex])
                ? run.flatMap { [UInt8(ascii: "\\"), $0] }
                : run.allSatisfy(isPlain) ? Array(run) : Array("'".utf8) + run + Array("'".utf8)
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    /// Whether a byte is a control character, which can't be pasted literally.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Whether a byte is literal to every shell, in any position.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "/._-+,:@%".utf8.contains(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        if isControl(byte) { return Array("\\\(String(byte, radix: 8).leftPadded(to: 3))".utf8) }
        return byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
    }
}

extension [UInt8] {
    /// Splits the bytes into maximal runs with the same value of the predicate.
    fileprivate func chunked(by isOfOneKind: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
        var runs: [ArraySlice<UInt8>] = []
        var start = startIndex
        for index in indices where index + 1 == endIndex || isOfOneKind(self[index]) != isOfOneKind(self[index + 1]) {
            runs.append(self[start...index])
            start = index + 1
        }
        return runs
    }
}

extension String {
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: "0", count: max(0, length - count)) + self
    }
}
