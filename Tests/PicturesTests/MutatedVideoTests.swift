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
        Named("quicktime", sample.oldQuickTime()),
    ]

    @Test("A mutated header is read, or reported as damaged", arguments: samples)
    func headers(of video: Named<[UInt8]>) async {
        let words = ["moov", "trak", "tkhd", "mdia", "meta", "keys", "ilst", "udta", "©xyz"]
        await Fuzzing("video-\(video.name)", samples: [video.value], words: words, count: 2000).run { input in
            do {
                let description = try InProcessDecoding().describe(
                    DecodingRequest(.memory(input.bytes)), cancellation: DecodeCancellation())
                let details = description.details
                #expect(details.duration.map { PlayingTime($0) != nil } ?? true, "seed \(input.seed)")
                #expect(details.taken.map { Timestamp($0) != nil } ?? true, "seed \(input.seed)")
                #expect((details.title?.unicodeScalars.count ?? 0) <= 4096, "seed \(input.seed)")
                // A mutated file may be one of a container without a reader.
                guard let size = description.size else {
                    #expect(description.failure != nil, "seed \(input.seed)")
                    return
                }
                #expect(PixelSize(width: Side(size.width), height: Side(size.height)) != nil)
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
    }

    @Test("Mutated messages of ffmpeg have a size and a length, or none")
    func messages() async {
        let sample = Array(
            """
            [info] Input #0, avi, from 'file:/proc/self/fd/0':
            [info]   Duration: 00:01:23.50, start: 0.000000, bitrate: 160 kb/s
            [info]   Stream #0:0(und): Video: mpeg4 (XVID / 0x44495658), yuv420p, 640x480 [SAR 1:1 DAR 4:3], SAR 2:1 DAR 8:3
            [info]     Side data:
            [info]       displaymatrix: rotation of -90.00 degrees
            """.utf8)
        let words = ["Duration: ", "Stream #", ": Video: ", "SAR ", "999999999x999999999", "-nan", "1e999", "[info] "]
        await Fuzzing("video-messages", samples: [sample], words: words, count: 2000).run { input in
            let info = VideoInfo(ffmpegMessages: input.bytes)
            #expect(info.duration.map { PlayingTime($0) != nil } ?? true, "seed \(input.seed)")
            if let size = info.size {
                #expect(PixelSize(width: Side(size.width), height: Side(size.height)) != nil, "seed \(input.seed)")
            }
        }
    }
}
