import Albums
import Basics
import Localization
import Testing

@testable import Screens

@Suite("Texts for failures")
struct UserFacingTextTests {
    @Test("Each reason why a host can't be reached has its own words, after the name of the host")
    func connections() {
        let reasons: [ConnectionFailure] = [
            .refused, .lost, .noNetwork, .noSuchHost, .noRoute, .untrusted, .selfSigned, .expired, .wrongHost,
            .noCertificateAuthorities, .tlsHandshakeFailed, .proxy,
            .missingLibrary(name: "liba", package: "liba4"), .notHTTP,
        ]
        let texts = reasons.map { UserFacingText.failure(LibraryFailure.unreachable(host: "a.example", reason: $0)) }
        #expect(Set(texts).count == reasons.count)
        #expect(texts.allSatisfy { $0.hasPrefix("can't connect to a.example: ") })
        #expect(texts[0] == "can't connect to a.example: connection refused")
    }

    @Test(
        "A time to wait is rounded up in its largest unit",
        arguments: [
            (1, "1 second"), (99, "99 seconds"), (100, "2 minutes"), (121, "3 minutes"), (3540, "59 minutes"),
            (3541, "an hour"), (3600, "an hour"), (3601, "2 hours"), (86_400, "24 hours"),
        ])
    func waiting(seconds: Int, text: String) {
        #expect(UserFacingText.wait(seconds) == text)
        #expect(
            UserFacingText.failure(LibraryFailure.rateLimited(retryAfter: seconds)).hasSuffix("try again in \(text)"))
    }

    @Test("A failure of a service names the service and what to do about it")
    func services() {
        let key = AccessKey(service: "Photos", website: "p.example", variable: "KEY", setting: "p.key-file")
        let failures: [(LibraryFailure, String)] = [
            (.errorResponse(host: "p.example", status: 1503), "p.example returned error 1503"),
            (
                .errorResponse(host: "p.example", status: 503, retryAfter: 60),
                "p.example returned error 503; try again in 60 seconds"
            ),
            (.keyMissing(key), "Photos needs an access key: get one at p.example and set KEY"),
            (.keyRejected(service: "Photos"), "Photos rejected the access key"),
            (.quotaExhausted(service: "Photos"), "Photos's hourly limit is used up"),
            (.unexpectedResponse(host: "p.example"), "p.example sent an unexpected response"),
            (.photosWithoutID(host: "p.example"), "the photos from p.example have no IDs"),
            (.tooLarge(host: "p.example"), "the response from p.example is too large"),
            (.unsafeRedirect(host: "p.example"), "p.example redirects to an address that isn't allowed"),
            (
                .privateAddress(library: "p.example", address: "10.0.0.7"),
                "p.example asked for a private address (10.0.0.7)"
            ),
            (.notFound("@ada"), "@ada was not found"),
            (.rateLimited(retryAfter: nil), "too many requests; try again later"),
        ]
        for (failure, text) in failures { #expect(UserFacingText.failure(failure) == text) }
    }

    @Test("A failure shown as a whole sentence begins with a capital, unless it begins with a name")
    func sentences() {
        let failures: [(any Error, String)] = [
            (LibraryFailure.rateLimited(retryAfter: nil), "Too many requests; try again later"),
            (PictureFailure.unknownFormat, "Not a picture"),
            (LibraryFailure.timedOut(host: "p.example"), "p.example did not respond in time"),
            (PictureFailure.unreadable(reason: "mime type"), "mime type"),
        ]
        for (failure, text) in failures { #expect(UserFacingText.sentence(failure) == text) }
        Catalog.$trial.withValue(Catalog(.german)) {
            let failure = LibraryFailure.unreachable(host: "p.example", reason: .refused)
            #expect(UserFacingText.failure(failure) == "keine Verbindung zu p.example: Verbindung abgelehnt")
            #expect(UserFacingText.sentence(failure) == "Keine Verbindung zu p.example: Verbindung abgelehnt")
        }
    }

    @Test("The message of a picture failure names the problem")
    func pictures() {
        let failures: [(PictureFailure, String)] = [
            (.unreadable(reason: "Permission denied"), "Permission denied"),
            (.missingFile(path: Array("/a/b.jpg".utf8)), "the file is gone: /a/b.jpg"),
            (.inAnotherLibrary("unsplash:"), "the original is in another library: unsplash:"),
            (.unsupportedFormat("RAW"), "RAW is not supported"),
            (.tooLarge(width: 100_000, height: 2), "too large: 100000 x 2 pixels"),
            (.fileTooLarge(maxBytes: 3 << 20), "too large: more than 3 MB"),
        ]
        for (failure, text) in failures { #expect(UserFacingText.failure(failure) == text) }
        let others: [PictureFailure] = [.notAFile, .noThumbnail, .noPicture, .unknownFormat, .empty, .noOriginal]
        #expect(Set(others.map { UserFacingText.failure($0) }).count == others.count)
    }
}
