import Albums
import Basics

/// A change of the XMP packet of a sidecar file.
public struct XMPEdit: Hashable, Sendable {
    /// Empty for a new sidecar.
    public let packet: [UInt8]
    public let properties: PhotoProperties

    public init(packet: [UInt8], properties: PhotoProperties) {
        self.packet = packet
        self.properties = properties
    }

    /// Returns the packet with the properties set and every other byte unchanged; the old packet if nothing changes.
    ///
    /// The result is parsed again, and compared with the old packet and the change.
    func applied() throws(SidecarFailure) -> EditedPacket {
        if let package = SystemLibrary.xmp.missingPackage { throw .missingPackage(package) }
        let bytes = packet.isEmpty ? Self.emptyPacket : packet
        guard bytes.count <= XMPPacket.maxBytes else { throw .tooLarge }
        guard let old = bytes.withUnsafeBytes({ XMPPacket($0) }) else { throw .damaged }
        let present = old.values(of: properties.expected.keys)
        let expected = properties.expected.reduce(into: [:]) { $0[$1.key] = $1.key.normalized($1.value) }
        if let others = present.differences(from: expected) {
            throw .otherValues(others.mapValues(\.bounded))
        }
        let tags = old.effect(of: properties.tags, known: properties.knownTags)
        let inverse = PhotoProperties(values: old.values(of: properties.values.keys), tags: tags.inverse)
        guard inverse.textBytes <= Self.maxTextBytes, properties.textBytes <= Self.maxTextBytes else { throw .tooLarge }
        let changes = (old.changes(for: properties.values) + old.changes(for: tags, known: properties.knownTags))
            .filter { !old.hasValue(of: $0) }
        guard !changes.isEmpty else { return EditedPacket(packet, inverse: inverse) }
        guard let text = XMPText(bytes), let markup = XMPMarkup(text.utf8) else { throw .damaged }
        let edited = text.encoding(markup.applying(changes))
        guard edited.count <= XMPPacket.maxBytes else { throw .tooLarge }
        let changed = changes.map { ($0.schema, $0.name) }
        guard let new = edited.withUnsafeBytes({ XMPPacket($0) }), changes.allSatisfy(new.hasValue),
            changes.allSatisfy({ new.hasOtherLanguages(of: $0, in: old) }),
            let others = old.serialized(without: changed), others == new.serialized(without: changed)
        else { throw .damaged }
        return EditedPacket(edited, inverse: inverse)
    }

    /// The maximum size of the texts of a change, which are part of a message.
    static let maxTextBytes = 8 << 10

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
        case array(ArrayKind, [String])
        /// The `x-default` item of a language alternative.
        case defaultText(String)
    }

    enum ArrayKind: String {
        case ordered = "Seq"
        case unordered = "Bag"
    }

    init(_ schema: XMPPacket.Schema, _ name: String, _ value: Value?) {
        self.schema = schema
        self.name = name
        self.value = value
    }
}

extension XMPPacket {
    /// Returns the properties to set for values. If the packet has other programs' copies of the same values, these are
    /// included.
    fileprivate func changes(for values: PhotoValues) -> [XMPPropertyChange] {
        var changes: [XMPPropertyChange] = []
        if let rating = values.rating {
            changes.append(XMPPropertyChange(.xmp, "Rating", .text("\(rating)")))
            let percent = [0, 1, 25, 50, 75, 99][min(max(rating, 0), 5)]
            for schema in [Schema.microsoft, .microsoftOfExifTool] where has(schema, "Rating") {
                changes.append(XMPPropertyChange(schema, "Rating", .text("\(percent)")))
            }
        }
        if let label = values.label.map(PhotoField.label.normalized) {
            changes.append(XMPPropertyChange(.xmp, "Label", .text(label)))
            if has(.digiKam, "ColorLabel") {
                // 0 stands for no label.
                let number = NumberedLabels.digiKam.number(of: label) ?? 0
                changes.append(XMPPropertyChange(.digiKam, "ColorLabel", .text("\(number)")))
            }
            if has(.darktable, "colorlabels") {
                let number = NumberedLabels.darktable.number(of: label)
                let numbers = number.map { ["\($0)"] } ?? []
                changes.append(XMPPropertyChange(.darktable, "colorlabels", .array(.ordered, numbers)))
            }
        }
        if let pickLabel = values.pickLabel {
            changes.append(XMPPropertyChange(.digiKam, "PickLabel", .text("\(pickLabel)")))
            if has(.dynamicMedia, "pick") {
                let pick = [1: -1, 3: 1][pickLabel] ?? 0
                changes.append(XMPPropertyChange(.dynamicMedia, "pick", .text("\(pick)")))
            }
        }
        if let stars = values[.starsBeforeRejection] {
            changes.append(XMPPropertyChange(.tintype, "RatingBeforeRejection", stars == "0" ? nil : .text(stars)))
        }
        for field in PhotoField.allCases where !PhotoField.assessment.contains(field) {
            guard let text = values[field].map(field.normalized) else { continue }
            changes += field.properties.map { schema, name, form in
                XMPPropertyChange(schema, name, text.isEmpty ? nil : form(text))
            }
        }
        return changes
    }

    /// The photo's tags: those of this packet and, unless it has all, those known from other files.
    private func tags(known: [String]) -> [String] { hasAllTags ? tags : Keywords.union(tags, known) }

    /// Returns the tags that a change actually adds and removes.
    fileprivate func effect(of change: TagChange, known: [String]) -> TagChange {
        guard !change.isEmpty else { return change }
        let old = tags(known: known)
        // An added path replaces a tag that it contains.
        let new = Keywords.union(change.applied(to: old), [])
        return TagChange(add: new.filter { !old.contains($0) }, remove: old.filter { !new.contains($0) })
    }

    /// Returns the properties to set for added and removed tags.
    fileprivate func changes(for tags: TagChange, known: [String]) -> [XMPPropertyChange] {
        guard !tags.isEmpty else { return [] }
        let all = tags.applied(to: self.tags(known: known))
        var tags = tags
        var changes: [XMPPropertyChange] = []
        // Other programs ignore the picture's tags once the sidecar has tags.
        if self.tags.isEmpty || !tags.removed.isEmpty { tags.added = all }
        // The picture may have the removed tags, too.
        if !tags.removed.isEmpty { changes.append(XMPPropertyChange(.tintype, "HasAllTags", .text("True"))) }
        let hasLevels = tags.added.contains { $0.contains("/") }
        func change(
            _ schema: Schema, _ name: String, _ kind: XMPPropertyChange.ArrayKind, _ items: TagChange
        ) -> XMPPropertyChange {
            let items = items.applied(to: exactItems(schema, name))
            return XMPPropertyChange(schema, name, items.isEmpty ? nil : .array(kind, items))
        }
        func steps(_ tags: [String]) -> [String] { tags.flatMap { $0.split(separator: "/").map(String.init) } }
        let kept = steps(all)
        let words = TagChange(
            add: tags.added.compactMap { steps([$0]).last },
            remove: steps(tags.removed).filter { step in !kept.contains { $0.isSameTag(as: step) } })
        changes.append(change(.dublinCore, "subject", .unordered, words))
        // A new list of paths gets all tags: darktable and Lightroom read no others once there is one.
        func paths(_ isNew: Bool, _ separator: String) -> TagChange {
            func paths(_ tags: [String]) -> [String] { tags.map { $0.replacing("/", with: separator) } }
            return TagChange(
                add: paths(isNew ? all : tags.added), remove: paths(tags.removed))
        }
        for (schema, name, kind, separator) in Self.pathLists where has(schema, name) || hasLevels {
            changes.append(change(schema, name, kind, paths(!has(schema, name), separator)))
        }
        return changes
    }

    private static let pathLists: [(Schema, String, XMPPropertyChange.ArrayKind, String)] = [
        (.lightroom, "hierarchicalSubject", .unordered, "|"), (.digiKam, "TagsList", .ordered, "/"),
    ]

    /// Returns the values of properties.
    fileprivate func values(of fields: PhotoValues.Keys) -> PhotoValues {
        fields.reduce(into: [:]) { $0[$1] = value(of: $1) }
    }

    private func value(of field: PhotoField) -> String {
        let value: String? =
            switch field {
            case .rating:
                text(.xmp, "Rating").flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }.map { "\($0)" }
            case .label: exactText(.xmp, "Label") ?? PhotoDetails.numberedLabel(self)
            case .pickLabel: text(.digiKam, "PickLabel").flatMap { Int($0) }.map { "\($0)" }
            case .starsBeforeRejection: text(.tintype, "RatingBeforeRejection").flatMap { Int($0) }.map { "\($0)" }
            case .title, .description, .headline, .creator, .copyright, .city, .date, .orientation:
                field.properties.lazy.compactMap { schema, name, form in
                    switch form("") {
                    case .text: self.exactText(schema, name)
                    case .defaultText: self.exactLocalizedText(schema, name)
                    case .array: self.exactItems(schema, name).joined(separator: "; ")
                    }
                }.first { !$0.isEmpty }
            }
        return value ?? field.emptyValue
    }

    /// Whether a property has the value that a change sets.
    fileprivate func hasValue(of change: XMPPropertyChange) -> Bool {
        switch change.value {
        case nil: !has(change.schema, change.name)
        case .text(let text): exactText(change.schema, change.name) == text
        case .array(_, let items):
            has(change.schema, change.name) && exactItems(change.schema, change.name) == items
        case .defaultText(let text): exactLocalizedText(change.schema, change.name) == text
        }
    }

    /// Whether a language alternative still has all other languages after a change of its default.
    fileprivate func hasOtherLanguages(of change: XMPPropertyChange, in old: XMPPacket) -> Bool {
        guard case .defaultText = change.value else { return true }
        let former = old.exactLocalizedText(change.schema, change.name)
        let items = exactItems(change.schema, change.name)
        return old.exactItems(change.schema, change.name).allSatisfy { $0 == former || items.contains($0) }
    }
}

extension PhotoField {
    private typealias Value = XMPPropertyChange.Value

    /// Returns a text in the form that XMP stores.
    fileprivate func normalized(_ text: String) -> String {
        let text = text.withoutControlCharacters(exceptLines: self == .description)
        return self == .creator ? text.names.joined(separator: "; ") : text
    }

    /// The XMP properties that store the field, and the type of each.
    fileprivate var properties: [(XMPPacket.Schema, String, (String) -> XMPPropertyChange.Value)] {
        switch self {
        case .title: [(.dublinCore, "title", Value.defaultText)]
        case .description: [(.dublinCore, "description", Value.defaultText)]
        case .copyright: [(.dublinCore, "rights", Value.defaultText)]
        case .headline: [(.photoshop, "Headline", Value.text)]
        case .city: [(.photoshop, "City", Value.text)]
        case .creator: [(.dublinCore, "creator", { .array(.ordered, $0.names) })]
        // Tintype's own property marks the value as chosen by the user.
        case .date:
            [
                (.exif, "DateTimeOriginal", Value.text), (.photoshop, "DateCreated", Value.text),
                (.tintype, "DateTimeOriginal", Value.text),
            ]
        case .orientation: [(.tiff, "Orientation", Value.text), (.tintype, "Orientation", Value.text)]
        case .rating, .label, .pickLabel, .starsBeforeRejection: []
        }
    }
}

extension PhotoProperties {
    /// The size of the texts in a message with the properties.
    var textBytes: Int {
        let texts = [values, expected].flatMap(\.values) + tags.added + tags.removed + knownTags
        return texts.reduce(0) { $0 + $1.utf8.count }
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
    /// Returns the text without control characters, which XML doesn't allow, except line breaks if requested.
    fileprivate func withoutControlCharacters(exceptLines: Bool) -> String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0.properties.generalCategory != .control || exceptLines && $0 == "\n" }))
    }

    /// The names in a list separated by semicolons.
    fileprivate var names: [String] {
        split(separator: ";").map { String($0).trimmed ?? "" }.filter { !$0.isEmpty }
    }
}
