import Basics
import CCurl
import Glibc

extension LibraryFailure {
    /// The failure of a transfer that libcurl has ended.
    ///
    /// - Parameter message: libcurl's description of the error.
    init(_ result: CURLcode, of handle: UnsafeMutableRawPointer, message: String, host: String) {
        switch result {
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut(host: host)
        // Depending on its version, libcurl reports replies other than HTTP and overlong header lines with these codes.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY, Self.lineTooLong:
            self = .unexpectedResponse(host: host)
        default:
            self = .unreachable(host: host, reason: ConnectionFailure(result, of: handle, message: message))
        }
    }

    /// CURLE_TOO_LARGE, new in curl 8.6.
    private static let lineTooLong = CURLcode(rawValue: 100)
}

extension ConnectionFailure {
    fileprivate init(_ result: CURLcode, of handle: UnsafeMutableRawPointer, message: String) {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: self = .noSuchHost
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy
        case CURLE_COULDNT_CONNECT:
            self = .init(systemError: Int32(clamping: tintype_curl_get_long(handle, CURLINFO_OS_ERRNO)))
        case CURLE_PEER_FAILED_VERIFICATION:
            self =
                tintype_curl_get_long(handle, CURLINFO_PROXY_SSL_VERIFYRESULT) == 0
                ? .init(verifyResult: tintype_curl_get_long(handle, CURLINFO_SSL_VERIFYRESULT)) : .proxy
        case CURLE_SSL_CACERT_BADFILE: self = .noCertificateAuthorities
        case CURLE_SSL_CONNECT_ERROR: self = Self.isHangUp(message) ? .lost : .tlsHandshakeFailed
        // A proxy that refuses to connect to the host.
        case CURLE_RECV_ERROR where tintype_curl_get_long(handle, CURLINFO_HTTP_CONNECTCODE) >= 300: self = .proxy
        default: self = .lost
        }
    }

    private init(systemError: Int32) {
        switch systemError {
        case ECONNREFUSED: self = .refused
        case ENETUNREACH, ENETDOWN: self = .noNetwork
        case EHOSTUNREACH, EHOSTDOWN: self = .noRoute
        default: self = .lost
        }
    }

    /// - Parameter verifyResult: The result of OpenSSL's check of the certificate (X509_V_ERR_…, `man 1 verify`).
    private init(verifyResult: Int) {
        switch verifyResult {
        // OpenSSL has no objection (0), or libcurl has not asked for its verdict (1): libcurl itself compares the name.
        case 0, 1: self = .wrongHost
        // Not yet valid, expired.
        case 9, 10: self = .expired
        case 18: self = .selfSigned
        case 62, 64: self = .wrongHost
        default: self = .untrusted
        }
    }

    /// Whether the server closed the connection during the handshake, without an alert.
    ///
    /// libcurl reports OpenSSL's error code only within its message, such as `error:0A000126:SSL routines::…`, and none
    /// for a failed system call.
    private static func isHangUp(_ message: String) -> Bool {
        let parts = message.split(separator: ":", omittingEmptySubsequences: false)
        // libcurl 8 precedes it with `TLS connect error:`.
        guard let label = parts.lastIndex(where: { $0.hasSuffix("error") }),
            parts.indices.contains(label + 1), let code = UInt32(parts[label + 1], radix: 16)
        else { return true }
        let unexpectedEnd: UInt32 = 294
        return code & 0x7F_FFFF == unexpectedEnd
    }
}
