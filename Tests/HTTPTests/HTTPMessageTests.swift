import Basics
import FoundationEssentials
import Testing

@testable import HTTP

@Suite("HTTP messages")
struct HTTPMessageTests {
    @Test("A description never contains a credential")
    func credential() throws {
        let request = try HTTPRequest(
            url: "https://a/", headers: [HTTPHeader(name: "Accept", value: "s3cret")],
            credential: HTTPCredential(
                HTTPHeader(name: "Authorization", value: "Client-ID s3cret"),
                scope: HTTPRequest(url: "https://a/").origin))
        var dumped = ""
        dump(request, to: &dumped)
        let texts = ["\(request)", String(reflecting: request), String(describing: request.credential as Any), dumped]
        for text in texts {
            #expect(!text.contains("s3cret"))
            #expect(text.contains("Authorization"))
        }
    }

    @Test("A URL is stripped of its fragment and user info and otherwise unchanged")
    func address() {
        #expect(HTTPURL("http://ada:pw@a.example:8080/x?y=1#z")?.text == "http://a.example:8080/x?y=1")
        #expect(HTTPURL("https://[::1]:8443/")?.origin.host == "[::1]")
        #expect(HTTPURL("http://bücher.example/")?.origin.host == "xn--bcher-kva.example")
        #expect(HTTPURL("http://a/é b")?.text == "http://a/%C3%A9%20b")
        #expect(HTTPURL("http://a:0/") == nil)
        #expect(HTTPURL("http://a:65536/") == nil)
    }

    @Test(
        "A reference is resolved against its base",
        arguments: [
            ("../d", "https://a/d"), ("d", "https://a/b/d"), ("/d?e", "https://a/d?e"), ("?e", "https://a/b/c?e"),
            ("//b:81/", "https://b:81/"), ("http://b/", "http://b/"),
        ])
    func reference(reference: String, expected: String) {
        #expect(HTTPURL(reference, relativeTo: HTTPURL("https://a/b/c"))?.text == expected)
    }

    @Test(
        "Retry-After is reported if it is a valid future time",
        arguments: [
            ("100", 100), ("-5", nil), ("soon", nil), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("0", nil), ("Sun, 06 Nov 1994 08:00:00 GMT", nil),
        ] as [(String, Int?)])
    func waitingTime(value: String, seconds: Int?) {
        let headers = [
            HTTPHeader(name: "Retry-After", value: value),
            HTTPHeader(name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
        ]
        func failure(_ status: Int) -> LibraryFailure {
            HTTPResponse(status: status, headers: headers).failure(host: "a")
        }
        #expect(failure(429) == .rateLimited(retryAfter: seconds))
        #expect(failure(503) == .errorResponse(host: "a", status: 503, retryAfter: seconds))
        #expect(failure(404) == .errorResponse(host: "a", status: 404))
    }

    @Test("An HTTP date is parsed")
    func date() {
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        #expect(HTTPDate.parse("Thu, 29 Feb 2024 23:59:60 GMT") == Date(timeIntervalSince1970: 1_709_251_200))
    }

    @Test(
        "An invalid date is rejected",
        arguments: [
            "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nop 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        ])
    func noDate(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}
