import Albums
import Basics
import FoundationEssentials

/// Metadata in the header of a video.
///
/// Reads only the parts of the file that contain it, wherever they are: a few kilobytes of a file of any size.
struct VideoHeader {
    /// The upright size.
    var size: PixelSize?
    var details = PhotoDetails()
    /// A packet of XMP.
    var xmp: [UInt8]?

    init() {}

    /// Reads all metadata of MP4 and QuickTime, but only the date of Matroska and AVI: the rest comes from an installed
    /// program.
    /// - Throws: `PictureFailure.damaged` if the header has no picture, `CancellationError`, or `PictureFailure` if the
    ///   file cannot be read.
    init(of file: any EncodedPicture, format: VideoFormat, cancellation: DecodeCancellation) throws {
        var window = FileWindow(file, cancellation: cancellation)
        switch format {
        case .mp4, .quickTime:
            self = try ISOMovie.header(&window)
            guard size != nil else { throw PictureFailure.damaged(format: format.rawValue) }
        case .matroska: details.setTaken(try VideoDate.matroska(&window), zone: 0, source: .movieHeader)
        case .avi: details.setTaken(try VideoDate.avi(&window))
        default: break
        }
    }
}

extension [UInt8] {
    /// A short text in UTF-8, without zeros and white space at its ends; nil if nothing remains.
    var headerText: String? {
        let text = String(decoding: prefix { $0 != 0 }.prefix(4 * MetadataLimits.maxNameScalars), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(MetadataLimits.maxNameScalars))).trimmed
    }
}

extension Address.Coordinate {
    /// Parses a text such as `+52.5200+013.4050+034/`, or with minutes and seconds, `+5231.2+01324.3/` (ISO 6709,
    /// annex H).
    init?(iso6709 text: String) {
        let signs: Set<Character> = ["+", "-"]
        let start = text.prefix(64)
        guard let first = start.first, signs.contains(first),
            let middle = start.dropFirst().firstIndex(where: signs.contains),
            let latitude = Self.degrees(start[..<middle], wholeDigits: 2)
        else { return nil }
        let end = start[middle...].dropFirst().firstIndex { !$0.isNumber && $0 != "." } ?? start.endIndex
        guard let longitude = Self.degrees(start[middle..<end], wholeDigits: 3) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// - Parameter wholeDigits: the number of digits of whole degrees. Two or four more are minutes and seconds.
    private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
        let digits = text.dropFirst()
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        let fraction = digits.dropFirst(whole.count)
        guard fraction.isEmpty || fraction.first == ".", let part = Double("0\(fraction)") else { return nil }
        var numbers = [whole.prefix(wholeDigits)]
        var remainder = whole.dropFirst(wholeDigits)
        while !remainder.isEmpty {
            numbers.append(remainder.prefix(2))
            remainder = remainder.dropFirst(2)
        }
        let values = numbers.compactMap { Double($0) }
        guard values.count == numbers.count, (1...3).contains(values.count) else { return nil }
        var (sum, unit) = (0.0, 1.0)
        for (index, value) in values.enumerated() {
            sum += (value + (index == values.count - 1 ? part : 0)) * unit
            unit /= 60
        }
        return text.first == "-" ? -sum : sum
    }
}
