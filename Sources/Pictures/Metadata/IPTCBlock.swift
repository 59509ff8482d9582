import Albums

/// The captions and keywords of the IPTC's Information Interchange Model (IIM 4.2), as news agencies and older programs
/// write them. Invalid data is treated as missing.
struct IPTCBlock {
    /// The values of each data set of the application record, in order.
    private var values: [UInt8: [ArraySlice<UInt8>]] = [:]
    private var isUTF8 = false

    /// Reads IIM, or the Photoshop image resources that contain it in JPEG files.
    init?(_ bytes: [UInt8]) {
        if bytes.first == Self.mark {
            read(bytes[...])
        } else if let resource = Self.resource(in: bytes) {
            read(resource)
        }
        if values.isEmpty { return nil }
    }

    /// Returns a text without surrounding white space; nil if it is missing or empty.
    func text(_ dataSet: UInt8) -> String? { texts(dataSet).first }

    func texts(_ dataSet: UInt8) -> [String] {
        (values[dataSet] ?? []).compactMap { text(of: $0).trimmed }
    }

    /// Texts without a declared encoding are often UTF-8 all the same, and otherwise Latin-1.
    private func text(of bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.prefix { $0 != 0 }
        if !isUTF8, String(validating: bytes, as: UTF8.self) == nil {
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let mark: UInt8 = 0x1C
    private static let maxDataSets = 4096

    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        for _ in 0..<Self.maxDataSets {
            guard rest.count >= 5, rest.first == Self.mark else { return }
            let head = Array(rest.prefix(5))
            let count = Int(head[3]) << 8 | Int(head[4])
            // A longer value has the length of its length here; no text needs one.
            guard count < 0x8000, rest.count - 5 >= count else { return }
            let value = rest.dropFirst(5).prefix(count)
            if head[1] == 1, head[2] == 90 {
                // ESC % G selects UTF-8.
                isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47])
            } else if head[1] == 2 {
                values[head[2], default: []].append(value)
            }
            rest = rest.dropFirst(5 + count)
        }
    }

    /// Returns image resource 1028, which contains IIM (Adobe Photoshop File Formats, "Image Resource Blocks").
    private static func resource(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var rest = bytes[...]
        while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
            let id = rest.dropFirst(4).prefix(2).reduce(0) { $0 << 8 | Int($1) }
            // A Pascal string with its length byte, padded to an even size.
            let name = (Int(rest[rest.startIndex + 6]) + 2) & ~1
            let content = rest.dropFirst(6 + name)
            guard content.count >= 4 else { return nil }
            let count = content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard count <= content.count - 4 else { return nil }
            if id == 1028 { return content.dropFirst(4).prefix(count) }
            rest = content.dropFirst(4 + (count + 1) & ~1)
        }
        return nil
    }
}

extension PhotoDetails {
    /// Reads the details from an IPTC block.
    init(_ iptc: IPTCBlock) {
        self.init()
        title = iptc.text(5)
        headline = iptc.text(105)
        description = CameraName.userDescription(iptc.text(120))
        author = iptc.text(80)
        tags = iptc.texts(25)
        locationName = LocationName.joined([iptc.text(92), iptc.text(90), iptc.text(95), iptc.text(101)])
        setTaken(iptc.text(55).flatMap { LocalTime(iptcDate: $0, time: iptc.text(60)) }, source: .iptcCreated)
    }
}
