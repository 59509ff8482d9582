import FlyingFox
import Foundation

extension HTTPResponse {
    static func json(_ text: String, status: HTTPStatusCode = .ok, headers: [String: String] = [:]) -> HTTPResponse {
        var all = HTTPHeaders(headers)
        all[.contentType] = "application/json; charset=utf-8"
        return HTTPResponse(statusCode: status, headers: all, body: Data(text.utf8))
    }

    /// Returns a small picture in a color derived from its name.
    static func picture(named name: String) -> HTTPResponse {
        let shade = name.utf8.reduce(UInt8(17)) { $0 &* 31 &+ $1 }
        let picture = PNGFile.bytes(width: 12, height: 8, color: (shade, 255 - shade, 128))
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: Data(picture))
    }
}

extension HTTPHeaders {
    /// Creates headers from names and values.
    init(_ headers: [String: String]) {
        self.init()
        for (name, value) in headers { self[HTTPHeader(name)] = value }
    }
}
