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

    /// The file with their certificates; nil where there is none.
    public let path: String?

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let named = environment["SSL_CERT_FILE"], !named.isEmpty {
            path = FileManager.default.isReadableFile(atPath: named) ? named : nil
        } else {
            path = Self.systemFiles.first { FileManager.default.isReadableFile(atPath: $0) }
        }
    }

    /// Without any, a file that is not there, so that the failure tells that from a certificate nobody vouches for.
    var roots: NIOSSLTrustRoots { .file(path ?? Self.systemFiles[0]) }
}
