import Albums
import Basics
import Testing

@testable import Pictures

@Suite("Messages of ffmpeg about a video")
struct VideoInfoTests {
    private func info(_ lines: String...) -> VideoInfo {
        VideoInfo(ffmpegMessages: Array(lines.map { "[info] \($0)\n" }.joined().utf8))
    }

    private let stream = "  Stream #0:0: Video: mpeg4, yuv420p, 640x480 [SAR 1:1 DAR 4:3], 25 fps"

    @Test("The length and size are those of the input, and of its first stream with pictures")
    func input() {
        let found = info(
            "Input #0, matroska,webm, from 'file:/proc/self/fd/0':", "  Metadata:",
            "    title           : Duration: 09:00:00.00",
            "  Duration: 01:02:03.50, start: 0.000000, bitrate: 212 kb/s",
            "  Stream #0:0(eng): Audio: aac (LC), 48000 Hz, stereo, fltp",
            "  Stream #0:1[0x1e0](eng): Video: mpeg4 (Simple Profile) (FMP4 / 0x34504D46), yuv420p(tv), 640x480, 25 fps",
            "  Stream #0:2: Video: mjpeg, yuvj420p, 100x100", "Output #0, null, to 'pipe:':",
            "  Duration: 00:00:01.00", "  Stream #0:0: Video: mpeg4, 320x240")
        #expect(found.duration == 3723.5)
        #expect(found.size == PixelSize(width: 640, height: 480))
    }

    @Test("Pixels that aren't square become square, and the container's ratio counts")
    func pixelAspect() {
        #expect(
            info("  Stream #0:0: Video: mpeg2video, 720x576 [SAR 16:15 DAR 4:3], 25 fps").size
                == PixelSize(width: 768, height: 576))
        #expect(
            info("  Stream #0:0: Video: mpeg4, 640x480 [SAR 1:1 DAR 4:3], SAR 2:1 DAR 8:3, 25 fps").size
                == PixelSize(width: 1280, height: 480))
        #expect(
            info("  Stream #0:0: Video: mpeg4, 640x480 [SAR 0:1 DAR 0:1], 25 fps").size
                == PixelSize(width: 640, height: 480))
    }

    @Test("The size is upright", arguments: [(-90.0, 480), (90, 480), (180, 640), (-180, 640), (0, 640), (270, 480)])
    func rotation(degrees: Double, width: Int) {
        let found = info(
            stream, "    Metadata:", "      DURATION        : 00:00:30.000000000", "    Side data:",
            "      displaymatrix: rotation of \(degrees)0 degrees")
        #expect(found.size?.width == width)
        #expect(info(stream, "      Display Matrix: rotation of \(degrees)0 degrees").size == found.size)
    }

    @Test("The rotation of another stream doesn't count")
    func otherStream() {
        let found = info(
            stream, "  Stream #0:1: Video: mpeg4, yuv420p, 640x480", "      displaymatrix: rotation of -90.00 degrees")
        #expect(found.size == PixelSize(width: 640, height: 480))
    }

    @Test(
        "Impossible sizes and lengths are unknown",
        arguments: [
            "  Duration: N/A, bitrate: N/A", "  Duration: 00:00:00.00, start", "  Duration: 99999:00:00.00,",
            "  Duration: nan:inf:00,", "  Stream #0:0: Video: none, none", "  Stream #0:0: Video: mpeg4, 0x480",
            "  Stream #0:0: Video: mpeg4, 999999999x480", "  Stream #0:0: Video: mpeg4, -1x480",
            "Duration: 00:00:05.00,",
            "    Stream #0:0: Video: mpeg4, 640x480", "",
        ])
    func unknown(line: String) {
        let found = info(line)
        #expect(found.size == nil && found.duration == nil)
    }

    @Test("Errors and text without its mark are no information")
    func others() {
        for text in ["  Duration: 00:00:05.00,", "[error]   Duration: 00:00:05.00,", "[info]  Duration: 00:00:05.00,"] {
            #expect(VideoInfo(ffmpegMessages: Array(text.utf8)).duration == nil)
        }
        #expect(VideoInfo(ffmpegMessages: [0xFF, 0x0A, 0xC0]) == VideoInfo(ffmpegMessages: []))
    }
}
