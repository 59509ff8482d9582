import Albums
import FoundationEssentials
import Testing

@testable import Screens

@Suite("Photo details")
struct PhotoDetailSheetTests {
    @Test("A focus point is written as percentages of the picture")
    func focusPoint() {
        #expect(FocusPoint(x: 0.484, y: 0.37)?.line == "48% from the left, 37% from the top")
        #expect(FocusPoint(x: 1, y: 0)?.line == "100% from the left, 0% from the top")
    }

    @Test("An exposure is written in photographers' notation")
    func exposure() {
        #expect(
            Exposure(time: 0.002, aperture: 5.6, iso: 200, focalLength: 24).line
                == "f/5.6 1/500\u{00A0}s ISO\u{00A0}200 24\u{00A0}mm")
        #expect(Exposure(time: 2, aperture: 8).line == "f/8 2\u{00A0}s")
        #expect(Exposure(aperture: 1.854).line == "f/1.85")
        #expect(Exposure(time: 0.5).line == "0.5\u{00A0}s")
        #expect(Exposure(time: 1e-6, focalLength: 1e6).line == "1/1000000\u{00A0}s 1000000\u{00A0}mm")
        #expect(Exposure(time: 1e6, aperture: 1e-6).line == "f/0 1000000\u{00A0}s")
        #expect(Exposure(time: 0, aperture: .nan, focalLength: -1e300).line.isEmpty)
        #expect(Exposure().line.isEmpty)
    }

    @Test("Details of the library take precedence over those of the file, which fill the gaps")
    func completed() {
        var fromLibrary = PhotoDetails()
        fromLibrary.camera = "Pinhole"
        fromLibrary.exposure = Exposure(iso: 100)
        var embedded = PhotoDetails()
        embedded.camera = "Box"
        embedded.lens = "None"
        embedded.exposure = Exposure(iso: 400, focalLength: 50)
        embedded.setDuration(83)
        let details = fromLibrary.completed(by: embedded)
        #expect(details.camera == "Pinhole")
        #expect(details.lens == "None")
        #expect(details.exposure == Exposure(iso: 100))
        #expect(details.duration == 83)
    }

    @Test("A date names its source unless it is the photo's own")
    func dateSource() throws {
        func text(
            _ seconds: Double, _ zone: Int?, _ source: TakenSource?, _ precision: DatePrecision = .second
        ) -> String? {
            var details = PhotoDetails()
            details.setTaken(
                Date(timeIntervalSince1970: seconds), zone: zone, source: source, precision: precision)
            return UserFacingText.taken(details)
        }
        #expect(text(1_238_580_012, 120, .exifOriginal) == "2009-04-01 10:00 UTC+02:00")
        #expect(text(1_238_580_012, 0, .takeout) == "2009-04-01 10:00 UTC, from Google Photos")
        #expect(text(1_238_580_012, nil, .fileName) == "2009-04-01 10:00, from the file name")
        #expect(text(1_704_067_200, nil, .fileName, .day) == "2024-01-01, from the file name")
        #expect(text(252_460_800, nil, .xmpOriginal, .year) == "1978")
        #expect(text(252_460_800, nil, .xmpOriginal, .month) == "January 1978")
        #expect(text(252_460_800, nil, .xmpOriginal) == "1978-01-01 00:00")
        #expect(UserFacingText.taken(PhotoDetails()) == nil)
    }

    @Test("Frames that aren't played are counted")
    func frames() {
        var details = PhotoDetails()
        for (count, isKnown) in [(1, false), (48, true), (-1, false), (Int.max, false)] {
            details.setFrameCount(count)
            #expect(details.frameCount == (isKnown ? count : nil))
        }
    }

    @Test(
        "The length of a video has hours only if it needs them",
        arguments: [
            (0.04, "0:01"), (7, "0:07"), (59.6, "1:00"), (83.4, "1:23"), (3599, "59:59"), (3723, "1:02:03"),
            (999_999.9, "277:46:40"),
        ] as [(Double, String)])
    func playingTime(seconds: Double, text: String) {
        #expect(UserFacingText.playingTime(seconds) == text)
    }
}
