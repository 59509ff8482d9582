import CellArt
import Fuzzing
import Testing

@Suite("ThumbHash", .timeLimit(.minutes(60)))
struct ThumbHashTests {
    @Test("Decodes like the reference implementation", arguments: ThumbHashVector.all.indices)
    func vectors(index: Int) throws {
        let vector = ThumbHashVector.all[index]
        let bitmap = try #require(ThumbHash(vector.hash)).bitmap(width: vector.width, height: vector.height)
        for pixel in vector.pixels {
            let start = 4 * (pixel.y * vector.width + pixel.x)
            for (value, expected) in zip(bitmap.pixels[start...], pixel.color) {
                // The reference computes in double precision.
                #expect(abs(Int(value) - Int(expected)) <= 1)
            }
        }
    }

    @Test("A hash that is cut off is rejected", arguments: [0, 4, 5, 12, 20])
    func short(count: Int) {
        #expect(ThumbHash(Array(ThumbHashVector.all[0].hash.prefix(count))) == nil)
    }

    @Test("Any bytes give a picture of the size asked for, or none")
    func mutated() async {
        await Fuzzing("thumbhash", samples: ThumbHashVector.all.map(\.hash)).run { input in
            let bitmap = ThumbHash(input.bytes)?.bitmap(width: 9, height: 7)
            #expect(bitmap.map { $0.width == 9 && $0.height == 7 } ?? true, "seed \(input.seed)")
        }
    }
}

/// Pixels that the reference implementation (evanw/thumbhash, a652ce6) computes.
private struct ThumbHashVector: Sendable {
    let hash: [UInt8]
    let width: Int
    let height: Int
    let pixels: [(x: Int, y: Int, color: [UInt8])]

    static let all = [
        ThumbHashVector(
            hash: [27, 25, 14, 21, 130, 23, 91, 106, 157, 135, 135, 159, 135, 103, 152, 119, 22, 154, 111, 147, 249],
            width: 32, height: 23,
            pixels: [
                (0, 0, [199, 180, 144]),
                (31, 0, [69, 51, 14]),
                (0, 22, [89, 79, 60]),
                (31, 22, [47, 29, 0]),
                (16, 11, [107, 99, 69]),
                (10, 5, [184, 167, 125]),
            ]),
        ThumbHashVector(
            hash: [156, 8, 14, 13, 2, 40, 140, 168, 119, 248, 107, 167, 134, 148, 136, 119, 48, 150, 9, 86, 104],
            width: 23, height: 32,
            pixels: [
                (0, 0, [180, 193, 181]),
                (22, 0, [71, 65, 46]),
                (0, 31, [131, 138, 128]),
                (22, 31, [27, 13, 0]),
                (11, 16, [84, 75, 55]),
                (7, 8, [117, 119, 101]),
            ]),
        ThumbHashVector(
            hash: [213, 7, 18, 29, 4, 103, 135, 143, 119, 87, 135, 72, 135, 135, 151, 135, 88, 120, 144, 149, 8],
            width: 23, height: 32,
            pixels: [
                (0, 0, [64, 77, 113]),
                (22, 0, [84, 109, 139]),
                (0, 31, [0, 12, 42]),
                (22, 31, [0, 4, 39]),
                (11, 16, [140, 109, 88]),
                (7, 8, [178, 163, 165]),
            ]),
    ]
}
