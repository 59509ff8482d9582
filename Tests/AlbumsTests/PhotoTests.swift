import Albums
import FoundationEssentials
import Testing

@Suite("Photos")
struct PhotoTests {
    @Test(
        "An absurd aspect ratio is dropped",
        arguments: [0, -1, 1e300, 1e-300, Double.infinity, -.infinity, .nan])
    func absurdAspects(aspect: Double) {
        #expect(Photo(id: Photo.ID("a"), albumID: Album.ID("b"), title: "", aspect: aspect).aspect == nil)
    }

    @Test("A valid aspect ratio is kept", arguments: [0.001, 0.75, 1, 1.5, 200])
    func aspects(aspect: Double) {
        #expect(Photo(id: Photo.ID("a"), albumID: Album.ID("b"), title: "", aspect: aspect).aspect == aspect)
    }

    @Test(
        "A date outside the calendar is dropped",
        arguments: [
            (0x1p62, false), (-0x1p62, false), (253_402_300_800, false), (.infinity, false), (.nan, false),
            (253_402_300_799, true), (0, true),
        ])
    func dates(seconds: Double, isAccepted: Bool) {
        let photo = Photo(
            id: Photo.ID("a"), albumID: Album.ID("b"), title: "", date: Date(timeIntervalSince1970: seconds))
        #expect((photo.date != nil) == isAccepted)
    }
}
