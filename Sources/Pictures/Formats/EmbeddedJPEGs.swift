/// Finds the JPEGs in a raw file of TIFF structure: previews in several sizes, of which LibRaw 0.20 returns only the
/// largest.
enum EmbeddedJPEGs {
    /// Returns the ranges of the file in which JPEGs begin, in the order of their directories.
    static func ranges(in file: UnsafeRawBufferPointer) -> [Range<Int>] {
        guard let block = ExifBlock(file) else { return [] }
        var ranges: [Range<Int>] = []
        var offsets = [block.mainOffset].compactMap { $0 }
        var done: Set<Int> = []
        while let offset = offsets.popLast(), done.count < maxDirectories {
            guard done.insert(offset).inserted else { continue }
            let directory = block.directory(at: offset)
            if let range = range(directory), !ranges.contains(range),
                block.bytes(at: range.lowerBound, count: range.count)?.starts(with: [0xFF, 0xD8]) == true
            {
                ranges.append(range)
            }
            offsets += [block.nextOffset(after: offset)].compactMap { $0 }
            offsets += directory.integers(subdirectories, maxCount: maxDirectories)
        }
        return ranges
    }

    /// The first picture of a file has subdirectories for the others, and may be followed by some.
    private static let maxDirectories = 16
    private static let subdirectories: UInt16 = 0x014A

    /// Returns the range of a directory's JPEG: by its own tags, or as the only strip of a compressed picture.
    private static func range(_ directory: ExifDirectory) -> Range<Int>? {
        if let offset = directory.integer(0x0201), let count = directory.integer(0x0202) {
            return count > 0 ? offset..<offset + count : nil
        }
        guard let compression = directory.integer(0x0103), [6, 7].contains(compression) else { return nil }
        let (starts, counts) = (
            directory.integers(0x0111, maxCount: 2), directory.integers(0x0117, maxCount: 2)
        )
        guard starts.count == 1, counts.count == 1, counts[0] > 0 else { return nil }
        return starts[0]..<starts[0] + counts[0]
    }
}
