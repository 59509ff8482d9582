import Albums
import FoundationEssentials
import Testing

@Suite("Details of photos")
struct PhotoDetailsTests {
    private func details(
        _ seconds: Double? = nil, zone: Int? = nil, _ source: TakenSource? = .exifOriginal, camera: String? = nil,
        identifier: String? = nil
    ) -> PhotoDetails {
        var details = PhotoDetails()
        details.setTaken(seconds.map { Date(timeIntervalSince1970: $0) }, zone: zone, source: source)
        (details.camera, details.contentIdentifier) = (camera, identifier)
        return details
    }

    private let hour = 3600.0

    @Test("A picture and a video belong together if their identifiers are the same, or else their times and cameras")
    func pairs() {
        #expect(details(0, identifier: "a").mayBelong(with: details(1e9, nil, identifier: "a")))
        #expect(!details(0, identifier: "a").mayBelong(with: details(0, nil, identifier: "b")))
        // The zone of the picture is unknown, and that of the video is UTC.
        #expect(details(9 * hour).mayBelong(with: details(7 * hour - 3, zone: 0, .movieHeader)))
        #expect(!details(9 * hour).mayBelong(with: details(7 * hour - 300, zone: 0, .movieHeader)))
        #expect(!details(9 * hour).mayBelong(with: details(100 * hour, zone: 0, .movieHeader)))
        #expect(details(9 * hour, zone: 120).mayBelong(with: details(9 * hour + 2, zone: 120, nil)))
        #expect(details(0, camera: "Apple iPhone 11").mayBelong(with: details(0, nil, camera: "iPhone 11")))
        #expect(!details(0, camera: "Apple iPhone 11").mayBelong(with: details(0, nil, camera: "Canon R5")))
    }

    @Test("A picture keeps its video if either date is unknown, or isn't that of the exposure")
    func unknownTimes() {
        let video = details(1e9, zone: 0, .movieHeader)
        #expect(details().mayBelong(with: video) && details(0).mayBelong(with: details()))
        for source in [TakenSource.fileName, .exifChanged, .xmpCreated, .takeout] {
            #expect(details(0, source).mayBelong(with: video))
            #expect(details(0).mayBelong(with: details(1e9, source)))
        }
    }
}
