import TestFixtures

@testable import HTTP

/// A certificate for this machine, self-signed or with an issuer.
struct TestCertificate: Sendable {
    /// The certificate as the only trusted authority.
    let authorities: TrustedAuthorities
    /// The file with the certificate and its key.
    let path: String

    /// Deletes the file with the last copy.
    private let folder: TemporaryFolder

    /// Generates a certificate with the `openssl` command, which is installed along with the system's root
    /// certificates.
    init(
        names: String = "DNS:localhost,IP:127.0.0.1", isExpired: Bool = false, issuer: TestCertificate? = nil
    ) throws {
        // Only a self-signed certificate has the name of its issuer.
        let subject = issuer == nil ? "localhost" : "photos"
        let signer = issuer.map { "-cert \($0.path) -keyfile \($0.path)" } ?? "-selfsign -keyfile key"
        // `openssl x509` issues no expired certificates.
        let pem = try output(
            ofCommand: """
                folder=$(mktemp -d)
                cd $folder
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(subject) -keyout key \
                -addext subjectAltName=\(names) -addext basicConstraints=critical,CA:TRUE -out request 2>/dev/null
                printf '%s\\n' '[ca]' default_ca=ca database=index serial=serial new_certs_dir=. default_md=sha256 \
                copy_extensions=copy policy=any '[any]' commonName=supplied >settings
                touch index
                echo 01 >serial
                day() { date -u -d "$1 days" +%Y%m%d%H%M%SZ; }
                openssl ca -config settings -batch -notext -in request \(signer) \
                -startdate $(day -2) -enddate $(day \(isExpired ? -1 : 2)) 2>/dev/null
                cat key
                rm -r $folder
                """)
        folder = try TemporaryFolder()
        try folder.addFile("certificate.pem", contents: String(decoding: pem, as: UTF8.self))
        path = folder.path + "/certificate.pem"
        authorities = TrustedAuthorities(environment: ["SSL_CERT_FILE": path])
    }

    func serverContext(
        applicationProtocol: String? = nil, requiresClientCertificate: Bool = false
    ) throws -> TLSContext {
        try TLSContext(
            file: path, applicationProtocol: applicationProtocol,
            requiresClientCertificate: requiresClientCertificate)
    }
}
