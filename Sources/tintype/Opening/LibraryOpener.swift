import Albums
import HTTP
import Libraries
import Pictures
import Storage

/// Opens libraries of all kinds, using the configuration and the network.
struct LibraryOpener {
    var kinds = LibraryKind.all
    let configuration: Configuration
    let network: Network
    /// A custom base URL of a service's API, for a proxy; nil for the default.
    let api: String?
    let environment: [String: String]
    /// An index of pictures in folders; nil if there is none.
    var pictureIndex: PictureIndex?
    /// Writes the sidecars of photos in folders; nil if they can't be assessed.
    var sidecars: SidecarPort?
    /// Moves the files of photos in folders; nil if they can't be moved.
    var files: FilePort?
    /// Whether folders are watched for changes.
    var watchesFolders = true

    /// Environment variables with secrets. Child processes don't inherit them.
    static var secretVariables: [String] { LibraryKind.all.flatMap(\.keys).map(\.variable) }

    func open(_ address: LibraryAddress) throws(StartFailure) -> OpenedLibrary {
        guard let kind = kinds.kind(of: address) else { throw .unknownLibrary(address.text) }
        let resources = LibraryResources(
            send: network.send, keys: try keys(of: kind), authorization: try authorization(for: address),
            imageHosts: configuration.imageHosts.compactMap(ImageHostRule.init), api: api,
            checkPicture: Self.checkPicture,
            folders: FolderLibrary.Options(
                index: pictureIndex,
                sidecars: sidecars.map {
                    SidecarSettings(
                        port: $0, naming: SidecarNaming(rawValue: configuration.sidecars) ?? .afterFile,
                        storage: AssessmentStorage(rawValue: configuration.assessmentStorage) ?? .sidecar)
                },
                files: files, isWatched: watchesFolders, hidesMarkedFolders: configuration.hidesMarkedFolders,
                labelNames: LabelNames(configuration.labels)))
        do {
            return try kind.open(address, resources)
        } catch .folder(.missing) {
            throw .missing(address.text, suggestion: suggestion(for: address.text))
        } catch {
            throw .library(address.text, error)
        }
    }

    /// Returns the name of a library or command that the user may have meant.
    private func suggestion(for typed: String) -> String? {
        let isFirst = CommandLine.arguments.dropFirst().first == typed
        let names = kinds.compactMap(\.completion) + configuration.libraries.keys.sorted()
        return SpellingSuggestion(for: typed, among: (isFirst ? Tintype.commandNames : []) + names)?.text
    }

    /// The keys of a kind by setting: from the environment, otherwise from the files that the configuration names.
    private func keys(of kind: LibraryKind) throws(StartFailure) -> [String: String] {
        var keys: [String: String] = [:]
        for key in kind.keys {
            if let value = environment[key.variable].flatMap(KeyFile.key) {
                keys[key.setting] = value
            } else if let path = configuration.keyFiles[key.setting] {
                do {
                    keys[key.setting] = try KeyFile(path: path).read()
                } catch {
                    throw .key(error)
                }
            }
        }
        return keys
    }

    /// The HTTP header that the configuration has for a service, such as `Authorization: Bearer …`.
    private func authorization(for address: LibraryAddress) throws(StartFailure) -> HTTPHeader? {
        func plain(_ address: String) -> String {
            String(address.lowercased().reversed().drop { $0 == "/" }.reversed())
        }
        let path = configuration.authorization.first { plain($0.key) == plain(address.text) }?.value
        guard let path else { return nil }
        do throws(KeyFile.Failure) {
            guard let authorization = ServiceAuthorization(try KeyFile(path: path).readLine()) else {
                throw .empty(path: path)
            }
            return authorization.header
        } catch {
            throw .key(error)
        }
    }

    /// Throws unless the file's content is a picture, in a supported or unsupported format.
    private static func checkPicture(at path: [UInt8]) throws(FolderFailure) {
        do {
            try EncodedSource.file(path: path).checkFormat()
        } catch .unsupportedFormat {
            // The viewer will name the format.
        } catch .unreadable(let reason) {
            throw .unreadable(reason: reason)
        } catch {
            throw .notAFolder
        }
    }
}
