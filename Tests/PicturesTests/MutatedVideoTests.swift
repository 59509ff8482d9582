import Albums
import Basics
import Fuzzing
import TestFixtures
import Testing

@testable import Pictures

@Suite("Mutated videos", .timeLimit(.minutes(60)))
struct MutatedVideoTests {
    private static var sample: SampleVideo {
        var sample = SampleVideo()
        sample.frameBytes = 64
        sample.created = 1_561_975_200
        sample.keys = [
            ("make", "Apple"), ("model", "iPhone 11"), ("creationdate", "2019-07-01T12:00:00+0200"),
            ("location.ISO6709", "+52.5200-013.4050/"),
        ]
        sample.userData = [("©xyz", "+52.5200-013.4050/"), ("©nam", "A lighthouse")]
        return sample
    }

    private static let samples: [Named<[UInt8]>] = [
        Named("mp4", sample.mp4()), Named("mp4-long", sample.mp4(isLong: true)),
        Named("mp4-fragmented", sample.mp4(isFragmented: true)),
        Named("quicktime", sample.oldQuickTime()), Named("matroska", sample.matroska()),
        Named("matroska-live", sample.matroska(hasOpenSegment: true)), Named("avi", sample.avi()),
        Named("mpeg", [0, 0, 1, 0xBA, 0x44, 0, 0, 0, 0, 1, 0xB3, 0x2D, 0x02, 0x40, 0x33, 0, 0, 0, 0, 0]),
    ]

    @Test("A mutated header is read, or reported as damaged", arguments: samples)
    func headers(of video: Named<[UInt8]>) async {
        let words = ["moov", "trak", "tkhd", "mdia", "meta", "keys", "ilst", "udta", "©xyz", "LIST", "strh"]
        await Fuzzing("video-\(video.name)", samples: [video.value], words: words, count: 2000).run { input in
            do {
                let description = try InProcessDecoding().describe(
                    DecodingRequest(.memory(input.bytes)), cancellation: DecodeCancellation())
                let details = description.details
                #expect(details.duration.map { PlayingTime($0) != nil } ?? true, "seed \(input.seed)")
                #expect(details.taken.map { Timestamp($0) != nil } ?? true, "seed \(input.seed)")
                #expect((details.title?.unicodeScalars.count ?? 0) <= 4096, "seed \(input.seed)")
                let size = try #require(description.size)
                #expect(PixelSize(width: Side(size.width), height: Side(size.height)) != nil)
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
    }
}
