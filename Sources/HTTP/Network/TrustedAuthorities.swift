import FoundationEssentials

/// The trusted root certificates: those of the system, or those in the file named by `SSL_CERT_FILE`, as in OpenSSL.
public struct TrustedAuthorities: Sendable {
    /// Locations in common distributions (from Go's crypto/x509): Debian, Arch and others; Fedora, two versions;
    /// openSUSE; Alpine.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// The certificate file; if the system has none, a path where no file exists. libcurl has an error
    /// code for a file that it cannot read.
    let file: String

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let named = environment["SSL_CERT_FILE"], !named.isEmpty {
            file = named
        } else {
            file = Self.systemFiles.first(where: Self.isReadable) ?? Self.systemFiles[0]
        }
    }

    /// The path of the certificate file; nil if it cannot be read.
    public var path: String? { Self.isReadable(file) ? file : nil }

    private static func isReadable(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }
}
