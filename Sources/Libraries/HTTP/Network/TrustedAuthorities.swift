import FoundationEssentials
import NIOSSL

/// The authorities whose certificates of hosts are trusted: those of the system, or of the file that `SSL_CERT_FILE` names, as
/// OpenSSL has it.
public struct TrustedAuthorities: Sendable {
    /// Where distributions keep them (as Go's crypto/x509 knows them): Debian, Arch and others; Fedora, in two versions;
    /// openSUSE; Alpine.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Where their certificates are to be; where nothing says that, a file that is not there.
    private let file: String

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let named = environment["SSL_CERT_FILE"], !named.isEmpty {
            file = named
        } else {
            file = Self.systemFiles.first(where: Self.isReadable) ?? Self.systemFiles[0]
        }
    }

    /// The file with their certificates; nil where it cannot be read.
    public var path: String? { Self.isReadable(file) ? file : nil }

    /// A file that cannot be read is an error when a host is to be trusted, other than that nobody vouches for it.
    var roots: NIOSSLTrustRoots { .file(file) }

    private static func isReadable(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }
}
