/// The pictures of an animated AVIF or a HEIC image sequence: tracks of a movie, beside the picture that stands for them
/// (ISO/IEC 23008-12, 7).
///
/// The frames are only counted, because libheif reads the tracks from 1.20 on, and Debian 12 has 1.15.
enum HEIFSequence {
    /// Returns the number of frames; nil for a file with still pictures only.
    static func frameCount(of file: any EncodedPicture, cancellation: DecodeCancellation) throws -> Int? {
        var window = FileWindow(file, cancellation: cancellation)
        guard let head = try window.bytes(at: 0, min(file.size, maxBrandBytes)),
            let brands = head.withUnsafeBytes(\.isoBrands), !brands.isDisjoint(with: sequenceBrands)
        else { return nil }
        var position = 0
        var boxes = ISOBoxReader()
        while let box = try boxes.next(at: &position, before: file.size, in: &window) {
            guard box.kind == "moov" else { continue }
            guard box.content.count <= maxMovieBytes,
                let movie = try window.bytes(at: box.content.lowerBound, box.content.count)
            else { return nil }
            return frameCount(in: HEIFBoxes(bytes: movie))
        }
        return nil
    }

    private static let sequenceBrands: Set<String> = ["avis", "msf1", "hevc", "hevx"]
    private static let maxBrandBytes = 64
    private static let maxMovieBytes = 4 << 20

    /// Returns the number of samples in the first track of pictures.
    private static func frameCount(in boxes: HEIFBoxes<[UInt8]>) -> Int? {
        let tracks = boxes.all(in: 0..<boxes.bytes.count).filter { $0.kind == "trak" }
        for track in tracks {
            guard let media = boxes.first("mdia", in: track.content),
                let handler = boxes.first("hdlr", in: media), handler.count >= 12,
                boxes.bytes[handler.lowerBound + 8..<handler.lowerBound + 12].elementsEqual("pict".utf8),
                let table = boxes.first("minf", in: media).flatMap({ boxes.first("stbl", in: $0) }),
                let sizes = boxes.first("stsz", in: table)
            else { continue }
            return boxes.bytes.bigEndian(4, at: sizes.lowerBound + 8)
        }
        return nil
    }
}
