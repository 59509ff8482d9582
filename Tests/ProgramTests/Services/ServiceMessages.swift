import Foundation

/// A request that a loopback server has received.
struct ServiceRequest: Sendable {
    let method: String
    /// Percent-encoded, without the query.
    let path: String
    /// The decoded parameters, in order.
    let query: [(name: String, value: String)]
    /// Values by name in lower case.
    let headers: [String: String]

    /// Returns the value of a query parameter.
    func value(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// A response of a loopback server.
struct ServiceResponse: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()

    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> ServiceResponse {
        ServiceResponse(
            status: status, headers: headers.merging(["Content-Type": "application/json; charset=utf-8"]) { $1 },
            body: Data(text.utf8))
    }

    /// Returns a small picture in a color derived from its name.
    static func picture(named name: String) -> ServiceResponse {
        let shade = name.utf8.reduce(UInt8(17)) { $0 &* 31 &+ $1 }
        let picture = PNGFile.bytes(width: 12, height: 8, color: (shade, 255 - shade, 128))
        return ServiceResponse(headers: ["Content-Type": "image/png"], body: Data(picture))
    }
}
