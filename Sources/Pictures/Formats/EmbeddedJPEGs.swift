import Albums
import Basics
import Glibc

/// Finds the JPEGs in a raw file: previews in several sizes, of which LibRaw 0.20 returns only the largest.
enum EmbeddedJPEGs {
    /// Returns the ranges of a file of TIFF structure in which JPEGs begin, in the order of their directories.
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

    /// The maximum number of directories to read: those in the main chain and their subdirectories.
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

    /// Returns the ranges from each JPEG start marker to the end of the file, for files that aren't based on TIFF, such
    /// as Canon's CR3.
    static func unlistedRanges(in file: UnsafeRawBufferPointer) -> [Range<Int>] {
        guard let start = file.baseAddress, ExifBlock(file) == nil else { return [] }
        var ranges: [Range<Int>] = []
        var offset = 0
        while ranges.count < maxUnlisted, offset + 3 <= file.count,
            let found = memchr(start + offset, 0xFF, file.count - offset - 2)
        {
            offset = UnsafeRawPointer(found) - start
            if file[offset + 1] == 0xD8, file[offset + 2] == 0xFF { ranges.append(offset..<file.count) }
            offset += 1
        }
        return ranges
    }

    /// False positives among a sensor's values are few, because a third byte must match.
    private static let maxUnlisted = 4096

    /// Returns the number of pixels of the JPEG in a range of a file; 0 if it has no valid header.
    static func size(of range: Range<Int>, in file: UnsafeRawBufferPointer) -> Int {
        JPEGMetadata(UnsafeRawBufferPointer(rebasing: file[range]), maxProfileBytes: 0).size?.count ?? 0
    }

    /// Returns the main EXIF of a CR3; nil for other files.
    static func canonExif(in file: UnsafeRawBufferPointer) -> ExifBlock? { canonBlock("CMT1", in: file) }

    /// Reads the EXIF of a CR3, which stores each directory in a separate block: the main one in `CMT1`, exposure in `CMT2`,
    /// the maker's note in `CMT3` and GPS in `CMT4`. Returns nil for other files.
    static func canonDetails(
        in file: UnsafeRawBufferPointer, orientation: Orientation, storedSize: PixelSize
    ) -> PhotoDetails? {
        guard let exif = canonExif(in: file) else { return nil }
        let main = exif.main
        let others = ["CMT2", "CMT4"].map { canonBlock($0, in: file)?.main ?? exif.directory(at: nil) }
        var details = PhotoDetails(main: main, camera: others[0], gps: others[1])
        details.focus = FocusPoint(
            others[0], note: canonBlock("CMT3", in: file).map { MakerNote(.canon, $0.main) }, model: main.text(0x0110),
            orientation: orientation, storedSize: storedSize)
        return details
    }

    /// Returns the content of a box near the beginning of a CR3.
    private static func canonBlock(_ name: String, in file: UnsafeRawBufferPointer) -> ExifBlock? {
        guard file.hasASCII("ftypcrx ", at: 4) else { return nil }
        let name = Array(name.utf8)
        let offset = (0..<max(0, min(file.count, maxCanonOffset) - 8)).first {
            file[$0] == name[0] && file[$0..<$0 + 4].elementsEqual(name)
        }
        return offset.flatMap { ExifBlock(UnsafeRawBufferPointer(rebasing: file[($0 + 4)...])) }
    }

    /// The makers' notes precede the last block.
    private static let maxCanonOffset = 64 << 10
}
