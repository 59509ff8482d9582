/// Parses compiled entries. Checks every offset, because a file may contain anything.
struct TerminfoReader {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the entry in a compiled file, or nil if it is invalid.
    static func entry(from bytes: [UInt8]) -> TerminfoEntry? {
        guard bytes.count <= 32768 else { return nil }
        var reader = TerminfoReader(bytes)
        return reader.readEntry()
    }

    private mutating func readEntry() -> TerminfoEntry? {
        guard let magic = readShort(), magic == 0o432 || magic == 0o1036 else { return nil }
        let wide = magic == 0o1036
        guard let nameSize = readCount(), let booleanCount = readCount(), let numberCount = readCount(),
            let stringCount = readCount(), let tableSize = readCount(),
            let names = consume(nameSize), let booleans = consume(booleanCount)
        else { return nil }
        align()
        guard let numbers = readNumbers(numberCount, wide: wide), let offsets = readOffsets(stringCount),
            let table = consume(tableSize)
        else { return nil }
        var entry = TerminfoEntry(
            names: String(decoding: names.prefix { $0 != 0 }, as: UTF8.self).split(separator: "|").map(String.init),
            booleans: Array(booleans), numbers: numbers, strings: offsets.map { Self.string(at: $0, in: table) })
        guard !entry.names.isEmpty else { return nil }
        align()
        readExtensions(into: &entry, wide: wide)
        return entry
    }

    /// Skips user-defined capabilities that can't be read: the entry is useful without them.
    private mutating func readExtensions(into entry: inout TerminfoEntry, wide: Bool) {
        guard let booleanCount = readCount(), let numberCount = readCount(), let stringCount = readCount(),
            readCount() != nil, let tableSize = readCount(), let booleans = consume(booleanCount)
        else { return }
        align()
        guard let numbers = readNumbers(numberCount, wide: wide), let values = readOffsets(stringCount),
            let nameOffsets = readOffsets(booleanCount + numberCount + stringCount), let table = consume(tableSize)
        else { return }
        let strings = values.map { Self.string(at: $0, in: table) }
        // The names follow the last value; their offsets are relative to that position.
        let valuesEnd = zip(values, strings).map { $0 + ($1?.count ?? -1) + 1 }.max() ?? 0
        guard valuesEnd <= table.count else { return }
        let names = nameOffsets.map { offset in
            Self.string(at: offset, in: table.dropFirst(max(0, valuesEnd))).map { String(decoding: $0, as: UTF8.self) }
                ?? ""
        }
        guard !names.contains("") else { return }
        entry.extendedBooleans = zip(names, booleans).map { .init(name: $0, value: $1) }
        entry.extendedNumbers = zip(names.dropFirst(booleanCount), numbers).map { .init(name: $0, value: $1) }
        entry.extendedStrings = zip(names.dropFirst(booleanCount + numberCount), strings)
            .map { .init(name: $0, value: $1) }
    }

    private mutating func readShort() -> Int? {
        guard let pair = consume(2), let low = pair.first, let high = pair.last else { return nil }
        return Int(Int16(bitPattern: UInt16(low) | UInt16(high) << 8))
    }

    private mutating func readCount() -> Int? {
        guard let count = readShort(), count >= 0 else { return nil }
        return count
    }

    private mutating func readOffsets(_ count: Int) -> [Int]? {
        guard let part = consume(2 * count).map(Array.init) else { return nil }
        return (0..<count).map { Int(Int16(bitPattern: UInt16(part[2 * $0]) | UInt16(part[2 * $0 + 1]) << 8)) }
    }

    private mutating func readNumbers(_ count: Int, wide: Bool) -> [Int32]? {
        guard wide else { return readOffsets(count).map { $0.map(Int32.init) } }
        guard let part = consume(4 * count).map(Array.init) else { return nil }
        return (0..<count).map { number in
            Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(part[4 * number + $1]) << (8 * $1) })
        }
    }

    private mutating func consume(_ count: Int) -> ArraySlice<UInt8>? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func align() {
        position = min(position + position % 2, bytes.count)
    }

    private static func string(at offset: Int, in table: ArraySlice<UInt8>) -> [UInt8]? {
        guard offset >= 0, offset < table.count else { return nil }
        let tail = table[(table.startIndex + offset)...]
        guard let end = tail.firstIndex(of: 0) else { return nil }
        return Array(tail[..<end])
    }
}
