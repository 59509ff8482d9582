import Glibc

/// Folded texts one after another in memory, so that all of them are searched quickly.
public struct FoldedTextList: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each text in `bytes`, where its separator stands.
    private var ends: [UInt32] = []

    /// Occurs in no UTF-8 text.
    private static let separator: UInt8 = 0xFF

    public init() {}

    public init(_ texts: some Sequence<FoldedText>) {
        for text in texts { append(text) }
    }

    public var count: Int { ends.count }

    /// The memory of the texts, in bytes.
    public var size: Int { bytes.count + ends.count * MemoryLayout<UInt32>.size }

    /// Appends a text. All texts together have at most 4 GB.
    public mutating func append(_ text: FoldedText) {
        bytes += text.bytes
        ends.append(UInt32(bytes.count))
        bytes.append(Self.separator)
    }

    /// The text at an index.
    public subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[start(of: index)..<Int(ends[index])]
    }

    /// Returns for each text whether a word occurs in it.
    public func containing(_ word: FoldedText) -> [Bool] {
        var found = [Bool](repeating: word.bytes.isEmpty, count: count)
        guard !word.bytes.isEmpty else { return found }
        bytes.withUnsafeBytes { all in
            word.bytes.withUnsafeBytes { word in
                guard let base = all.baseAddress, let wordBase = word.baseAddress else { return }
                let first = Int32(word[0])
                var index = 0
                var offset = 0
                while offset + word.count <= all.count,
                    let candidate = memchr(base + offset, first, all.count - word.count - offset + 1)
                {
                    offset = UnsafeRawPointer(candidate) - base
                    guard memcmp(candidate, wordBase, word.count) == 0 else {
                        offset += 1
                        continue
                    }
                    while ends[index] < offset { index += 1 }
                    found[index] = true
                    // Another match in this text changes nothing.
                    offset = Int(ends[index]) + 1
                }
            }
        }
        return found
    }

    private func start(of index: Int) -> Int {
        index == 0 ? 0 : Int(ends[index - 1]) + 1
    }
}
