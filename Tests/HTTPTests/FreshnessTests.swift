import Testing

@testable import HTTP

@Suite("Response freshness")
struct FreshnessTests {
    private func seconds(_ headers: (String, String)...) -> Double {
        Freshness(headers: headers.map { HTTPHeader(name: $0, value: $1) }).remaining
    }

    private let date = ("Date", "Sun, 06 Nov 1994 08:00:00 GMT")

    @Test("Freshness is max-age minus the time spent in intermediate caches")
    func maxAge() {
        #expect(seconds(("cache-control", "public, MAX-AGE=\"60\"")) == 60)
        #expect(seconds(("Cache-Control", "max-age=31536000, immutable")) == 31_536_000)
        #expect(seconds(("Cache-Control", "max-age=60"), ("Age", "50")) == 10)
        #expect(seconds(("Cache-Control", "private"), ("Cache-Control", "max-age = 60")) == 60)
        #expect(seconds(("Cache-Control", "max-age=99999999999999999999")) == Double(1 << 40))
        #expect(seconds(("Cache-Control", "max-age=1"), date, ("Expires", "Sun, 06 Nov 1994 09:00:00 GMT")) == 1)
    }

    @Test(
        "A response is stale if the service demands revalidation or max-age is invalid",
        arguments: [
            "no-cache, max-age=60", "max-age=-1", "max-age=soon", "max-age", "max-age=1.5", "max-age=",
        ])
    func none(value: String) {
        #expect(seconds(("Cache-Control", value)) == 0)
    }

    @Test("Freshness ends with Expires, by the clock of the service")
    func expires() {
        #expect(seconds(date, ("Expires", "Sun, 06 Nov 1994 08:01:00 GMT")) == 60)
        #expect(seconds(date, ("Expires", "0")) == 0)
        #expect(seconds(("Expires", "Sun, 06 Nov 1994 08:01:00 GMT")) == 0)
    }

    @Test("A response that varies by anything else is stale")
    func varying() {
        #expect(seconds(("Cache-Control", "max-age=60"), ("Vary", "*")) == 0)
        #expect(seconds(("Cache-Control", "max-age=60"), ("Vary", "Accept")) == 60)
    }

    @Test("Without headers, freshness is a tenth of the age since Last-Modified, up to a day")
    func guess() {
        #expect(seconds(date, ("Last-Modified", "Sun, 06 Nov 1994 07:00:00 GMT")) == 360)
        #expect(seconds(date, ("Last-Modified", "Sun, 06 Nov 1983 07:00:00 GMT")) == 86_400)
        #expect(seconds(date, ("Last-Modified", "Sun, 06 Nov 1995 07:00:00 GMT")) == 0)
        #expect(seconds(date) == 0)
    }
}
