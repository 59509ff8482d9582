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
