import Basics
import FoundationEssentials
import Fuzzing
import Testing

@testable import HTTP

@Suite("Hostile values in HTTP headers", .timeLimit(.minutes(60)))
struct HostileHeaderTests {
    /// Reads a response with these lines of its head.
    private func response(_ lines: [String]) throws -> HTTPResponse {
        var reader = ResponseReader(host: "a", maxBodySize: 1 << 20, listener: nil)
        for line in lines + [""] {
            try Array("\(line)\r\n".utf8).withUnsafeBytes { try reader.readHeadLine($0) }
        }
        return try reader.finish()
    }

    @Test(
        "No value of a header exceeds the limits",
        arguments: [
            "Content-Length: %", "Retry-After: %", "Age: %", "Cache-Control: max-age=%", "Date: %", "Expires: %",
            "Date: Sun, % Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov % 08:49:37 GMT",
            "Retry-After: Sun, 06 Nov % 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 %:49:37 GMT",
            "Last-Modified: Sun, 06 Nov 1994 08:%:37 GMT", "Last-Modified: %", "Location: %", "Location: https://a:%/",
            "Link: %", "Vary: %", "ETag: %",
        ])
    func headers(header: String) throws {
        for number in HostileValues.numbers {
            let status = header.hasPrefix("Location") ? 301 : 503
            let lines = [
                "HTTP/1.1 \(status) x", header.replacing("%", with: number), "Date: Sun, 06 Nov 1994 08:49:37 GMT",
            ]
            let response: HTTPResponse
            do { response = try self.response(lines) } catch {
                #expect(error as? LibraryFailure == .tooLarge(host: "a") && header.hasPrefix("Content-Length"))
                continue
            }
            #expect(response.retryAfter().map { (1...1 << 40).contains($0) } ?? true, "\(number)")
            #expect(abs(Freshness(headers: response.headers).remaining) <= 0x1p41, "\(number)")
            _ = response.redirectTarget.flatMap { HTTPURL($0, relativeTo: HTTPURL("https://a/")) }
        }
        #expect(throws: LibraryFailure.unexpectedResponse(host: "a")) {
            try response(["HTTP/1.1 200 x", header.replacing("%", with: HostileValues.longText)])
        }
    }

    @Test("A status code is a number without a sign", arguments: HostileValues.numbers)
    func statusCodes(number: String) {
        let status = try? response(["HTTP/1.1 \(number) x", "HTTP/1.1 200 x"]).status
        let isNumber = number.allSatisfy { $0.isNumber }
        #expect(status == (isNumber ? 200 : nil))
        if let last = try? response(["HTTP/1.1 \(number) x"]).status { #expect((0...1 << 40).contains(last)) }
    }

    @Test("A URL of megabytes is refused before it is parsed")
    func longURL() throws {
        #expect(HTTPURL("https://a/" + HostileValues.longText) == nil)
        #expect(HTTPURL(HostileValues.longText, relativeTo: HTTPURL("https://a/")) == nil)
    }

    @Test("No value in a stored response exceeds the limits")
    func storedResponses() throws {
        let sample = #"{"url": "https://a/", "date": 1, "status": 200, "headers": ["Age", "1"], "scope": 0}"#
        for document in try HostileValues.documents(replacingValuesIn: sample) {
            let head = document.bytes
            let size = withUnsafeBytes(of: UInt32(head.count).bigEndian) { Array($0) }
            guard let stored = StoredResponse(encoded: size + head + [7]) else { continue }
            #expect((0...1 << 40).contains(stored.status), "\(document.name)")
            #expect(Timestamp(stored.date) != nil, "\(document.name)")
            _ = stored.isFresh(at: Date(timeIntervalSinceReferenceDate: 5))
        }
    }
}
