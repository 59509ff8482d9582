extension TerminfoEntry {
    /// The entry in the compiled "extended number format" of term(5), which supports numbers above 32767.
    var compiled: [UInt8] {
        var writer = TerminfoWriter()
        writer.write(self)
        return writer.bytes
    }
}

/// Builds a compiled entry.
private struct TerminfoWriter {
    var bytes: [UInt8] = []

    mutating func write(_ entry: TerminfoEntry) {
        let names = Array(entry.names.joined(separator: "|").utf8) + [0]
        let (offsets, table) = Self.table(of: entry.strings)
        writeShorts([0o1036, names.count, entry.booleans.count, entry.numbers.count, offsets.count, table.count])
        bytes += names + entry.booleans
        align()
        writeNumbers(entry.numbers)
        writeShorts(offsets)
        bytes += table
        align()
        writeExtensions(of: entry)
    }

    private mutating func writeExtensions(of entry: TerminfoEntry) {
        let names =
            entry.extendedBooleans.map(\.name) + entry.extendedNumbers.map(\.name)
            + entry.extendedStrings.map(\.name)
        guard !names.isEmpty else { return }
        let (offsets, values) = Self.table(of: entry.extendedStrings.map(\.value))
        let (nameOffsets, nameTable) = Self.table(of: names.map { Array($0.utf8) })
        writeShorts([
            entry.extendedBooleans.count, entry.extendedNumbers.count, offsets.count,
            offsets.count + nameOffsets.count, values.count + nameTable.count,
        ])
        bytes += entry.extendedBooleans.map(\.value)
        align()
        writeNumbers(entry.extendedNumbers.map(\.value))
        writeShorts(offsets + nameOffsets)
        bytes += values + nameTable
    }

    private mutating func writeShorts(_ values: [Int]) {
        for value in values { withUnsafeBytes(of: Int16(truncatingIfNeeded: value).littleEndian) { bytes += $0 } }
    }

    private mutating func writeNumbers(_ values: [Int32]) {
        for value in values { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
    }

    private mutating func align() {
        if bytes.count % 2 == 1 { bytes.append(0) }
    }

    private static func table(of strings: [[UInt8]?]) -> (offsets: [Int], table: [UInt8]) {
        var table: [UInt8] = []
        let offsets = strings.map { string in
            guard let string else { return -1 }
            defer { table += string + [0] }
            return table.count
        }
        return (offsets, table)
    }
}
