import CellArt
import Fuzzing
import Testing

@Suite("Mutated BlurHashes", .timeLimit(.minutes(60)))
struct MutatedBlurHashTests {
    @Test("Every text gives a picture of the size asked for, or none")
    func decodes() async {
        let samples = ["LEHV6nWB2yk8pyo0adR*.7kCMdnj", "00Pj0^", "|HLNEw00~q00%M4nM{D%xut7?bIUofof"].map {
            Array($0.utf8)
        }
        await Fuzzing("blurhash", samples: samples, words: ["~", "|", "00", "\u{E9}", "\u{1F30A}"]).run { input in
            let bitmap = BlurHash(input.text)?.bitmap(width: 9, height: 7)
            #expect(bitmap.map { $0.width == 9 && $0.height == 7 } ?? true, "seed \(input.seed)")
        }
    }
}
