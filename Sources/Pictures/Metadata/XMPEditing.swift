import Albums
import Basics

/// A change of the XMP packet of a sidecar file.
public struct XMPEdit: Hashable, Sendable {
    /// Empty for a new sidecar.
    public let packet: [UInt8]
    public let properties: AssessmentProperties

    public init(packet: [UInt8], properties: AssessmentProperties) {
        self.packet = packet
        self.properties = properties
    }

    /// Returns the packet with the properties set and every other byte unchanged; the old packet if nothing changes.
    ///
    /// The result is parsed again, and compared with the old packet and the change.
    func applied() throws(SidecarFailure) -> [UInt8] {
        if let package = SystemLibrary.xmp.missingPackage { throw .missingPackage(package) }
        let bytes = packet.isEmpty ? Self.emptyPacket : packet
        guard bytes.count <= XMPPacket.maxBytes else { throw .tooLarge }
        guard let old = bytes.withUnsafeBytes({ XMPPacket($0) }) else { throw .damaged }
        if let expected = properties.expected,
            let others = old.values(of: expected).differences(from: expected)
        {
            throw .otherValues(others)
        }
        let changes = old.changes(for: properties).filter { !old.hasValue(of: $0) }
        guard !changes.isEmpty else { return packet }
        guard let text = XMPText(bytes), let markup = XMPMarkup(text.utf8) else { throw .damaged }
        let edited = text.encoding(markup.applying(changes))
        guard edited.count <= XMPPacket.maxBytes else { throw .tooLarge }
        let changed = changes.map { ($0.schema, $0.name) }
        guard let new = edited.withUnsafeBytes({ XMPPacket($0) }), changes.allSatisfy(new.hasValue),
            let others = old.serialized(without: changed), others == new.serialized(without: changed)
        else { throw .damaged }
        return edited
    }

    /// A packet without properties, in the wrapper that other programs write.
    static let emptyPacket = Array(
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Tintype">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description
            rdf:about=""/>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>

        """.utf8)
}

/// A property to set in a packet.
struct XMPPropertyChange: Hashable {
    let schema: XMPPacket.Schema
    let name: String
    /// Nil to remove the property.
    let value: Value?

    enum Value: Hashable {
        case text(String)
        /// An ordered array of texts without special characters.
        case list([String])
    }

    init(_ schema: XMPPacket.Schema, _ name: String, _ value: Value?) {
        self.schema = schema
        self.name = name
        self.value = value
    }
}

extension XMPPacket {
    /// Returns the properties to set for a change of an assessment. If the packet has other programs' copies of the
    /// same values, these are included.
    fileprivate func changes(for properties: AssessmentProperties) -> [XMPPropertyChange] {
        var changes: [XMPPropertyChange] = []
        if let rating = properties.rating {
            changes.append(XMPPropertyChange(.xmp, "Rating", .text("\(rating)")))
            let percent = [0, 1, 25, 50, 75, 99][min(max(rating, 0), 5)]
            for schema in [Schema.microsoft, .microsoftOfExifTool] where has(schema, "Rating") {
                changes.append(XMPPropertyChange(schema, "Rating", .text("\(percent)")))
            }
        }
        if let label = properties.label?.withoutControlCharacters {
            changes.append(XMPPropertyChange(.xmp, "Label", .text(label)))
            if has(.digiKam, "ColorLabel") {
                // 0 stands for no label.
                let number = NumberedLabels.digiKam.number(of: label) ?? 0
                changes.append(XMPPropertyChange(.digiKam, "ColorLabel", .text("\(number)")))
            }
            if has(.darktable, "colorlabels") {
                let number = NumberedLabels.darktable.number(of: label)
                changes.append(XMPPropertyChange(.darktable, "colorlabels", .list(number.map { ["\($0)"] } ?? [])))
            }
        }
        if let pickLabel = properties.pickLabel {
            changes.append(XMPPropertyChange(.digiKam, "PickLabel", .text("\(pickLabel)")))
            if has(.dynamicMedia, "pick") {
                let pick = [1: -1, 3: 1][pickLabel] ?? 0
                changes.append(XMPPropertyChange(.dynamicMedia, "pick", .text("\(pick)")))
            }
        }
        if let stars = properties.starsBeforeRejection {
            changes.append(XMPPropertyChange(.tintype, "RatingBeforeRejection", stars > 0 ? .text("\(stars)") : nil))
        }
        return changes
    }

    /// Returns the values of the properties that have one in `expected`.
    fileprivate func values(of expected: AssessmentValues) -> AssessmentValues {
        AssessmentValues(
            rating: expected.rating.map { _ in
                text(.xmp, "Rating").flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) } ?? 0
            },
            label: expected.label.map { _ in exactText(.xmp, "Label") ?? "" },
            pickLabel: expected.pickLabel.map { _ in text(.digiKam, "PickLabel").flatMap { Int($0) } ?? 0 })
    }

    /// Whether a property has the value that a change sets.
    fileprivate func hasValue(of change: XMPPropertyChange) -> Bool {
        switch change.value {
        case nil: !has(change.schema, change.name)
        case .text(let text): exactText(change.schema, change.name) == text
        case .list(let items):
            has(change.schema, change.name)
                && (0...items.count).allSatisfy { index in
                    exactText(change.schema, change.name, item: Int32(index + 1))
                        == (index < items.count ? items[index] : nil)
                }
        }
    }
}

/// The text of a packet in UTF-8 or UTF-16.
private struct XMPText {
    let utf8: [UInt8]
    private let order: ByteOrder?

    private enum ByteOrder {
        case big, little
    }

    /// Returns nil if the bytes aren't valid in their encoding.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): order = .big
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): order = .little
        default: order = nil
        }
        guard let order else {
            guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
            utf8 = bytes
            return
        }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return order == .big ? first << 8 | second : second << 8 | first
        }
        guard let text = String(validating: units, as: UTF16.self) else { return nil }
        utf8 = Array(text.utf8)
    }

    /// Returns a text in UTF-8 in the encoding of this one.
    func encoding(_ utf8: [UInt8]) -> [UInt8] {
        guard let order else { return utf8 }
        return String(decoding: utf8, as: UTF8.self).utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return order == .big ? bytes : bytes.reversed()
        }
    }
}

extension String {
    /// XML has no control characters.
    fileprivate var withoutControlCharacters: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
