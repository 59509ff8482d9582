/// The tags that a camera adds to EXIF in the format of its maker (EXIF 2.32, `MakerNote`), as far as the maker is known
/// (ExifTool, `MakerNotes.pm`).
///
/// No library of a suitable license reads these tags from all formats: LibRaw reads RAW files only, and Exiv2 is GPL.
struct MakerNote {
    enum Maker {
        case apple, canon, nikon, sony, fujifilm, panasonic, olympus
    }

    let maker: Maker
    let tags: ExifDirectory

    /// - Parameters:
    ///   - camera: the directory of the exposure.
    ///   - name: the maker's name in EXIF.
    init?(in camera: ExifDirectory, maker name: String?) {
        let block = camera.block
        guard let range = camera.range(0x927C), let note = block.bytes(at: range.lowerBound, count: range.count) else {
            return nil
        }
        let start = range.lowerBound
        if note.hasASCII("Nikon\0\u{2}", at: 0) {
            // A separate block, with a header.
            guard let own = block.bytes(at: start + 10, count: range.count - 10).flatMap(ExifBlock.init) else {
                return nil
            }
            self.init(.nikon, own.main)
        } else if note.hasASCII("Apple iOS\0", at: 0) {
            self.init(.apple, ExifBlock(in: block, from: start, isBigEndian: true)) { _ in 14 }
        } else if note.hasASCII("FUJIFILM", at: 0) {
            self.init(.fujifilm, ExifBlock(in: block, from: start, isBigEndian: false)) { $0.long(at: 8) }
        } else if note.hasASCII("OLYMPUS\0", at: 0) {
            let isBigEndian = note.hasASCII("MM", at: 8)
            self.init(.olympus, ExifBlock(in: block, from: start, isBigEndian: isBigEndian)) { _ in 12 }
        } else if note.hasASCII("OM SYSTEM\0", at: 0) {
            let isBigEndian = note.hasASCII("MM", at: 12)
            self.init(.olympus, ExifBlock(in: block, from: start, isBigEndian: isBigEndian)) { _ in 16 }
        } else if note.hasASCII("OLYMP\0", at: 0) {
            self.init(.olympus, block, at: start + 8)
        } else if note.hasASCII("Panasonic\0", at: 0) {
            self.init(.panasonic, block, at: start + 12)
        } else if note.hasASCII("SONY DSC \0", at: 0) || note.hasASCII("SONY CAM \0", at: 0) {
            self.init(.sony, block, at: start + 12)
        } else if name?.hasPrefix("Canon") == true {
            self.init(.canon, block, at: start)
        } else if name?.hasPrefix("SONY") == true {
            self.init(.sony, block, at: start)
        } else {
            return nil
        }
    }

    /// Creates a maker's note from a directory that has already been found.
    init(_ maker: Maker, _ tags: ExifDirectory) {
        self.maker = maker
        self.tags = tags
    }

    private init?(_ maker: Maker, _ own: ExifBlock?, directoryOffset: (ExifBlock) -> Int?) {
        guard let own, let offset = directoryOffset(own) else { return nil }
        self.init(maker, own.directory(at: offset))
    }

    /// Reads a directory in the main block. Detects the byte order, because programs that rewrite EXIF in another one
    /// leave the note unchanged.
    private init?(_ maker: Maker, _ block: ExifBlock, at offset: Int) {
        guard let count = block.short(at: offset) else { return nil }
        let isSwapped = count > Self.maxTags && count.byteSwapped <= Self.maxTags
        guard let block = isSwapped ? ExifBlock(in: block, isBigEndian: !block.isBigEndian) : block else { return nil }
        self.init(maker, block.directory(at: offset))
    }

    /// More than the notes of any camera have.
    private static let maxTags: UInt16 = 255
}
