import Foundation
import SeededGenerator

/// Feeds mutated samples to a reader of outside bytes.
///
/// Without environment variables, each reader gets the same few hundred inputs. `TINTYPE_FUZZ_SECONDS` sets for how long
/// each reader gets inputs at least, and `TINTYPE_FUZZ_SEED` the first of their consecutive seeds. If
/// `TINTYPE_FUZZ_FOLDER` names a folder, it contains each reader's current input, which is the culprit after a crash.
public struct Fuzzing: Sendable {
    /// A mutated sample.
    public struct Input: Sendable {
        public let bytes: [UInt8]
        /// Reproduces the input from the same samples.
        public let seed: UInt64

        public var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let name: String
    private let mutation: Mutation
    private let count: Int
    private let weight: Double

    /// - Parameters:
    ///   - name: the name of the reader, for the file with its current input.
    ///   - samples: valid inputs.
    ///   - words: texts that mean something to the reader, to be inserted or exchanged.
    ///   - count: the minimum number of inputs, and their number unless a time is set.
    ///   - weight: the number of times that the reader gets the time that is set.
    public init(
        _ name: String, samples: [[UInt8]], words: [String] = [], count: Int = 300, weight: Double = 1
    ) {
        self.name = name
        mutation = Mutation(samples: samples, words: words.map { Array($0.utf8) })
        self.count = count
        self.weight = weight
    }

    /// Passes inputs to `read` one after another.
    public func run(_ read: (Input) async throws -> Void) async rethrows {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["TINTYPE_FUZZ_SECONDS"].flatMap(Double.init)
        let first = environment["TINTYPE_FUZZ_SEED"].flatMap(UInt64.init) ?? 0
        let file = environment["TINTYPE_FUZZ_FOLDER"].map { URL(filePath: $0).appending(path: name) }
        let end = seconds.map { ContinuousClock.now + .seconds(weight * $0) }
        for seed in first... {
            if seed - first >= count, end.map({ .now >= $0 }) ?? true { break }
            let input = Input(bytes: mutation.bytes(seed: seed), seed: seed)
            if let file { try? Data(input.bytes).write(to: file) }
            try await read(input)
        }
        if let file { try? FileManager.default.removeItem(at: file) }
    }
}

/// Changes samples in ways that readers often don't expect.
struct Mutation: Sendable {
    let samples: [[UInt8]]
    let words: [[UInt8]]

    /// Returns the mutated sample of a seed.
    func bytes(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        guard var bytes = samples.randomElement(using: &random) else { return [] }
        for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes, &random) }
        return bytes
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes = [UInt8.random(in: 0...255, using: &random)] }
        let position = Int.random(in: bytes.indices, using: &random)
        let length = min(1 << Int.random(in: 0...10, using: &random), bytes.count - position)
        let range = position..<position + length
        switch Int.random(in: 0..<(words.isEmpty ? 8 : 12), using: &random) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[position] = Self.edges.randomElement(using: &random) ?? 0
        case 2, 3: replaceNumber(at: position, in: &bytes, &random)
        case 4: bytes.removeSubrange(range)
        case 5: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
        case 6: bytes.removeSubrange(position...)
        case 7:
            guard let other = samples.randomElement(using: &random), !other.isEmpty else { return }
            let start = Int.random(in: other.indices, using: &random)
            bytes.replaceSubrange(range, with: other[start..<min(other.count, start + length)])
        default: replaceWord(at: position, in: &bytes, &random)
        }
    }

    private static let edges: [UInt8] = [0, 1, 0x1B, 0x20, 0x7F, 0x80, 0xC0, 0xFE, 0xFF]
    private static let numbers: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF,
        0x8000_0000_0000_0000, .max,
    ]

    /// Writes a number at the limits of its size, in either byte order.
    private func replaceNumber(at position: Int, in bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let size = [2, 4, 8].randomElement(using: &random) ?? 4
        let number = Self.numbers.randomElement(using: &random) ?? 0
        let isBigEndian = Bool.random(using: &random)
        for index in 0..<size where position + index < bytes.count {
            let shift = 8 * UInt64(isBigEndian ? size - 1 - index : index)
            bytes[position + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// Inserts a word, once or very often, or puts it in the place of a number or a quoted text.
    private func replaceWord(at position: Int, in bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let word = words.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: word, at: position)
        case 1:
            let count = 1 << Int.random(in: 0...14, using: &random)
            var words: [UInt8] = []
            words.reserveCapacity(count * word.count)
            for _ in 0..<count { words += word }
            bytes.insert(contentsOf: words, at: position)
        default:
            let isValue: (UInt8) -> Bool = { $0 > 0x20 && ![0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D].contains($0) }
            guard let start = bytes[position...].firstIndex(where: isValue) else { return }
            let end = bytes[start...].firstIndex { !isValue($0) } ?? bytes.endIndex
            bytes.replaceSubrange(start..<end, with: word)
        }
    }
}
