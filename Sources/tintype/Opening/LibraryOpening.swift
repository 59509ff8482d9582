import Albums
import HTTP
import Libraries
import Pictures
import Storage

/// Opens libraries with the user's configuration and keys.
struct LibraryOpening {
    /// The environment variable for the Unsplash access key. Child processes do not inherit it.
    static let keyVariable = "UNSPLASH_ACCESS_KEY"

    let configuration: Configuration
    let network: Network
    /// The base URL of the Unsplash API, such as that of a proxy; nil for the default.
    let api: String?
    /// The Unsplash access key from the environment.
    let environmentKey: String?

    func open(_ location: LibraryLocation) throws(StartFailure) -> OpenedLibrary {
        switch location {
        case .demo: return .demo
        case .path(let path): return try folder(path)
        case .service(let address): return try service(address)
        case .unsplash(let address): return try unsplash(address)
        case .unknown(let address): throw .unknownLibrary(address)
        }
    }

    private func folder(_ path: [UInt8]) throws(StartFailure) -> OpenedLibrary {
        do {
            let library = try FolderLibrary(path: path, checkPicture: Self.checkPicture)
            return OpenedLibrary(library: library, photo: library.namedPhoto)
        } catch {
            throw .library(String(decoding: path, as: UTF8.self), error)
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

    private func service(_ address: String) throws(StartFailure) -> OpenedLibrary {
        let rules = configuration.imageHosts.compactMap(ImageHostRule.init)
        let credential = try credential(for: address)
        if credential != nil, let host = JSONPlaceholderLibrary.unencryptedService(at: address) {
            throw .unencryptedKey(host: host)
        }
        guard
            let library = JSONPlaceholderLibrary(
                address: address, credential: credential, imageHosts: rules, send: network.send)
        else { throw .notAService }
        return OpenedLibrary(library: library, owner: .random)
    }

    /// Returns the header from a service's authorization file, such as `Authorization: Bearer …`; nil if none is
    /// configured.
    private func credential(for address: String) throws(StartFailure) -> HTTPHeader? {
        func plain(_ address: String) -> String {
            String(address.lowercased().reversed().drop { $0 == "/" }.reversed())
        }
        let path = configuration.authorization.first { plain($0.key) == plain(address) }?.value
        guard let path else { return nil }
        do throws(KeyFile.Failure) {
            guard let authorization = ServiceAuthorization(try KeyFile(path: path).readLine()) else {
                throw .empty(path: path)
            }
            return authorization.header
        } catch {
            throw .serviceKey(error)
        }
    }

    private func unsplash(_ address: String) throws(StartFailure) -> OpenedLibrary {
        let key = try unsplashKey()
        let base = api ?? "https://api.unsplash.com"
        do throws(UnsplashAddressFailure) {
            let library = try UnsplashLibrary(address: address, key: key, api: base, send: network.send)
            return OpenedLibrary(library: library, startsWithFeed: true, unsplash: library)
        } catch {
            switch error {
            case .address: throw .notOfUnsplash(address)
            case .api: throw .notAService
            case .unencryptedKey(let host): throw .unencryptedKey(host: host)
            }
        }
    }

    private func unsplashKey() throws(StartFailure) -> String {
        if let key = environmentKey.flatMap(KeyFile.key) { return key }
        guard let path = configuration.unsplashKeyFile else { throw .unsplashKeyMissing }
        do {
            return try KeyFile(path: path).read()
        } catch {
            throw .unsplashKeyFile(error)
        }
    }
}
