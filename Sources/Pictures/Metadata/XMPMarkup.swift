/// The positions of the properties in the text of an XMP packet, so that changing one leaves the others byte for byte.
///
/// Exempi would rewrite the whole packet, without comments and in another order. This scanner trusts that the text is
/// well-formed; `XMPEditing` has Exempi parse the packet before and after a change.
struct XMPMarkup {
    private let text: [UInt8]
    private let rdf: Element
    private let descriptions: [Description]

    /// A namespace that a prefix stands for.
    private struct Binding {
        let prefix: ArraySlice<UInt8>
        let schema: ArraySlice<UInt8>
    }

    private struct Attribute {
        let name: Range<Int>
        /// Without the quotes.
        let value: Range<Int>
        /// From the white space before the name to the closing quote.
        let whole: Range<Int>
    }

    /// An element and its start tag. `content` is empty for an element without an end tag.
    private struct Element {
        let name: Range<Int>
        let attributes: [Attribute]
        let start: Range<Int>
        let isSelfClosing: Bool
        var content: Range<Int>
        var end: Int
        /// The items, if the property is an array.
        var items: [Element] = []
    }

    /// A property of the top level.
    private struct Property {
        let schema: ArraySlice<UInt8>
        let name: ArraySlice<UInt8>
        var form: Form

        enum Form {
            case attribute(Attribute)
            case element(Element)
        }
    }

    /// An element of RDF with properties as attributes or as elements.
    private struct Description {
        let element: Element
        let bindings: [Binding]
        var properties: [Property]
    }

    fileprivate static let rdfSchema = ArraySlice("http://www.w3.org/1999/02/22-rdf-syntax-ns#".utf8)

    /// Returns nil unless the text has exactly one RDF element and no document type, whose entities could stand for
    /// properties.
    init?(_ text: [UInt8]) {
        self.text = text
        var scan = Scan(text)
        guard scan.run(), let rdf = scan.rdf else { return nil }
        self.rdf = rdf
        descriptions = scan.descriptions
    }

    // MARK: Scanning

    private struct Scan {
        let text: [UInt8]
        var position = 0
        var rdf: Element?
        var descriptions: [Description] = []
        private var open: [Frame] = []
        private var bindings: [Binding] = []

        private struct Frame {
            var element: Element
            let role: Role
            let bindingCount: Int
        }

        private enum Role {
            /// Around RDF.
            case wrapper
            case rdf, description, property
            /// Within a property.
            case inner
        }

        init(_ text: [UInt8]) {
            self.text = text
        }

        /// Returns whether the text has one element of RDF, and ends with all elements closed.
        mutating func run() -> Bool {
            while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
                position = start
                if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") { continue }
                if starts(with: "<!") { return false }
                guard starts(with: "</") ? endTag() : startTag() else { return false }
            }
            return open.isEmpty && rdf != nil
        }

        private func starts(with word: StaticString) -> Bool {
            word.withUTF8Buffer { text[position...].starts(with: $0) }
        }

        /// Skips a construct through its end, such as a comment; returns false if none starts here.
        private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
            guard starts(with: start) else { return false }
            position += start.utf8CodeUnitCount
            while position < text.count, !starts(with: end) { position += 1 }
            position = min(text.count, position + end.utf8CodeUnitCount)
            return true
        }

        private mutating func skipSpace() {
            while position < text.count, text[position].isXMLSpace { position += 1 }
        }

        private mutating func name() -> Range<Int>? {
            let start = position
            while position < text.count, !text[position].endsXMLName { position += 1 }
            return position > start ? start..<position : nil
        }

        private mutating func startTag() -> Bool {
            let start = position
            position += 1
            guard let name = name() else { return false }
            var attributes: [Attribute] = []
            while true {
                let space = position
                skipSpace()
                if starts(with: ">") || starts(with: "/>") { break }
                guard let attribute = attribute(after: space) else { return false }
                attributes.append(attribute)
            }
            let isSelfClosing = starts(with: "/>")
            position += isSelfClosing ? 2 : 1
            push(
                Element(
                    name: name, attributes: attributes, start: start..<position, isSelfClosing: isSelfClosing,
                    content: position..<position, end: position))
            return !isSelfClosing || pop(contentEnd: position)
        }

        private mutating func attribute(after space: Int) -> Attribute? {
            guard let name = name() else { return nil }
            skipSpace()
            guard starts(with: "=") else { return nil }
            position += 1
            skipSpace()
            guard starts(with: "\"") || starts(with: "'") else { return nil }
            let start = position + 1
            guard let end = text[start...].firstIndex(of: text[position]) else { return nil }
            position = end + 1
            return Attribute(name: name, value: start..<end, whole: space..<position)
        }

        private mutating func endTag() -> Bool {
            let start = position
            guard let end = text[start...].firstIndex(of: UInt8(ascii: ">")) else { return false }
            position = end + 1
            return pop(contentEnd: start)
        }

        private mutating func push(_ element: Element) {
            let bindingCount = bindings.count
            let parent = open.last?.role
            if parent != .property, parent != .inner {
                for attribute in element.attributes {
                    let name = text[attribute.name]
                    if name.elementsEqual("xmlns".utf8) {
                        bindings.append(Binding(prefix: [], schema: text[attribute.value]))
                    } else if name.starts(with: "xmlns:".utf8) {
                        bindings.append(Binding(prefix: name.dropFirst(6), schema: text[attribute.value]))
                    }
                }
            }
            let role: Role =
                switch parent {
                case .rdf: .description
                case .description: .property
                case .property, .inner: .inner
                case .wrapper, nil:
                    resolve(element.name).map { $0.schema == XMPMarkup.rdfSchema && $0.name.elementsEqual("RDF".utf8) }
                        == true
                        ? .rdf : .wrapper
                }
            if role == .description {
                let properties = element.attributes.compactMap { attribute in
                    resolve(attribute.name, isAttribute: true).map {
                        Property(schema: $0.schema, name: $0.name, form: .attribute(attribute))
                    }
                }
                descriptions.append(Description(element: element, bindings: bindings, properties: properties))
            }
            open.append(Frame(element: element, role: role, bindingCount: bindingCount))
        }

        private mutating func pop(contentEnd: Int) -> Bool {
            guard var frame = open.popLast() else { return false }
            frame.element.content = frame.element.start.upperBound..<contentEnd
            frame.element.end = position
            switch frame.role {
            case .rdf:
                guard rdf == nil else { return false }
                rdf = frame.element
            case .property:
                if let resolved = resolve(frame.element.name) {
                    descriptions[descriptions.count - 1].properties.append(
                        Property(schema: resolved.schema, name: resolved.name, form: .element(frame.element)))
                }
            case .inner:
                if open.count >= 2, open[open.count - 1].role == .inner, open[open.count - 2].role == .property {
                    open[open.count - 2].element.items.append(frame.element)
                }
            case .wrapper, .description: break
            }
            bindings.removeSubrange(frame.bindingCount...)
            return true
        }

        /// Returns the namespace and the local part of a name; nil if it has no namespace.
        private func resolve(
            _ name: Range<Int>, isAttribute: Bool = false
        ) -> (schema: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
            let (prefix, local) = text[name].splitAtColon
            if isAttribute, prefix.isEmpty { return nil }
            return bindings.last { $0.prefix == prefix }.map { ($0.schema, local) }
        }
    }

    // MARK: Changing

    /// Replacements of parts of the text, and attributes and elements to add.
    private struct Edits {
        var replacements: [(range: Range<Int>, text: [UInt8])] = []
        /// By the index of the description.
        var attributes: [Int: [UInt8]] = [:]
        var elements: [Int: [UInt8]] = [:]
        /// Prefixes that have been added, by the index of the description.
        var bindings: [Int: [Binding]] = [:]

        mutating func replace(_ range: Range<Int>, with text: some Sequence<UInt8>) {
            replacements.append((range, Array(text)))
        }
    }

    /// Returns the text with properties set.
    func applying(_ changes: [XMPPropertyChange]) -> [UInt8] {
        var edits = Edits()
        for change in changes { apply(change, to: &edits) }
        for index in Set(edits.attributes.keys).union(edits.elements.keys) {
            insert(edits.attributes[index] ?? [], edits.elements[index] ?? [], intoDescription: index, &edits)
        }
        var result: [UInt8] = []
        var position = 0
        // Additions at a position precede replacements there.
        let replacements = edits.replacements.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for (range, replacement) in replacements where range.lowerBound >= position {
            result += text[position..<range.lowerBound] + replacement
            position = range.upperBound
        }
        return result + text[position...]
    }

    private func apply(_ change: XMPPropertyChange, to edits: inout Edits) {
        let found = descriptions.lazy.flatMap(\.properties).first {
            $0.schema.elementsEqual(change.schema.rawValue.utf8) && $0.name.elementsEqual(change.name.utf8)
        }
        switch (change.value, found?.form) {
        case (nil, let form?): remove(form, &edits)
        case (.text(let value), .attribute(let attribute)?): edits.replace(attribute.value, with: value.escapedForXML)
        case (.text(let value), .element(let element)?):
            replaceValue(of: element, with: value.escapedForXML, isText: true, &edits)
        case (.text(let value), nil): add(change, value.escapedForXML, &edits)
        case (.array(let kind, let items), .element(let element)?):
            let space = self.space(before: element.start.lowerBound)
            replaceValue(of: element, with: array(kind, items, after: text[space]), isText: false, &edits)
        case (.defaultText(let value), .element(let element)?):
            setDefault(value.escapedForXML, of: element, change, &edits)
        case (.array, .attribute(let attribute)?), (.defaultText, .attribute(let attribute)?):
            edits.replace(attribute.whole, with: [])
            addElement(change, &edits)
        case (.array, nil), (.defaultText, nil): addElement(change, &edits)
        // A property that is already missing needs no removal.
        case (nil, nil): break
        }
    }

    /// Sets the `x-default` item of a language alternative, and keeps the other languages.
    private func setDefault(
        _ value: [UInt8], of element: Element, _ change: XMPPropertyChange, _ edits: inout Edits
    ) {
        let found = element.items.first { item in
            item.attributes.contains {
                text[$0.name].elementsEqual("xml:lang".utf8) && text[$0.value].elementsEqual("x-default".utf8)
            }
        }
        if let found, found.attributes.count == 1, !text[found.content].contains(UInt8(ascii: "<")) {
            replaceContent(of: found, with: value, &edits)
        } else if found == nil, let first = element.items.first {
            let start = first.start.lowerBound
            edits.replace(start..<start, with: defaultItem(value) + text[space(before: start)])
        } else {
            let content = self.content(of: change, after: text[space(before: element.start.lowerBound)])
            edits.replace(element.start.lowerBound..<element.end, with: self.element(like: element, content: content))
        }
    }

    private func defaultItem(_ value: [UInt8]) -> [UInt8] {
        let name = rdfName("li")
        return "<\(name) xml:lang=\"x-default\">".utf8 + value + "</\(name)>".utf8
    }

    /// Replaces the value of an element. If its form isn't that of a plain text or array, a new element replaces it.
    private func replaceValue(of element: Element, with content: [UInt8], isText: Bool, _ edits: inout Edits) {
        let isPlain = !isText || !text[element.content].contains(UInt8(ascii: "<"))
        if isPlain, element.attributes.count == declarations(of: element).count {
            replaceContent(of: element, with: content, &edits)
        } else {
            edits.replace(element.start.lowerBound..<element.end, with: self.element(like: element, content: content))
        }
    }

    /// Returns an element with the declarations of another one.
    private func element(like other: Element, name: [UInt8]? = nil, content: [UInt8]) -> [UInt8] {
        let name = name ?? Array(text[other.name])
        var new = Array("<".utf8) + name
        for declaration in declarations(of: other) {
            new.append(UInt8(ascii: " "))
            new += text[declaration.name.lowerBound..<declaration.whole.upperBound]
        }
        new += Array(">".utf8) + content
        new += Array("</".utf8) + name
        return new + [UInt8(ascii: ">")]
    }

    private func declarations(of element: Element) -> [Attribute] {
        element.attributes.filter { text[$0.name].starts(with: "xmlns".utf8) }
    }

    private func replaceContent(of element: Element, with content: some Sequence<UInt8>, _ edits: inout Edits) {
        guard element.isSelfClosing else { return edits.replace(element.content, with: content) }
        let slash = element.start.upperBound - 2
        let end = "</".utf8 + text[element.name] + ">".utf8
        edits.replace(slash..<element.start.upperBound, with: ">".utf8 + Array(content) + end)
    }

    /// Returns the content of an element for a change to an array or a language alternative.
    ///
    /// - Parameter space: the white space before the element.
    private func content(of change: XMPPropertyChange, after space: ArraySlice<UInt8>) -> [UInt8] {
        switch change.value {
        case .array(let kind, let items): array(kind, items, after: space)
        case .defaultText(let value): array("Alt", [defaultItem(value.escapedForXML)], after: space)
        case .text(let value): value.escapedForXML
        case nil: []
        }
    }

    private func array(
        _ kind: XMPPropertyChange.ArrayKind, _ items: [String], after space: ArraySlice<UInt8>
    ) -> [UInt8] {
        let name = rdfName("li")
        return array(
            kind.rawValue, items.map { "<\(name)>".utf8 + $0.escapedForXML + "</\(name)>".utf8 }, after: space)
    }

    /// Formats an array like the surrounding elements.
    private func array(_ kind: String, _ items: [[UInt8]], after space: ArraySlice<UInt8>) -> [UInt8] {
        let indent = space.contains(0x0A) ? Array(space) : []
        let step: [UInt8] = indent.isEmpty ? [] : [0x20]
        let name = rdfName(kind)
        let lines = items.flatMap { indent + step + step + $0 }
        return indent + step + "<\(name)>".utf8 + lines + indent + step + "</\(name)>".utf8 + indent
    }

    /// Returns the name of an RDF element.
    private func rdfName(_ local: String) -> String {
        let (prefix, _) = text[rdf.name].splitAtColon
        return prefix.isEmpty ? local : String(decoding: prefix, as: UTF8.self) + ":" + local
    }

    /// The range of the white space before a position.
    private func space(before end: Int) -> Range<Int> {
        var start = end
        while start > 0, text[start - 1].isXMLSpace { start -= 1 }
        return start..<end
    }

    private func remove(_ form: Property.Form, _ edits: inout Edits) {
        switch form {
        case .attribute(let attribute): edits.replace(attribute.whole, with: [])
        case .element(let element):
            edits.replace(space(before: element.start.lowerBound).lowerBound..<element.end, with: [])
        }
    }

    /// Adds a property after others of its namespace and in their form, so that namespaces keep their order; without
    /// any, as an attribute.
    private func add(_ change: XMPPropertyChange, _ value: [UInt8], _ edits: inout Edits) {
        let sibling = self.sibling(of: change)
        if case .element? = sibling?.property.form { return addElement(change, &edits) }
        let index = sibling?.index ?? descriptionIndex(for: change, edits)
        let space = descriptions.indices.contains(index) ? separator(in: descriptions[index].element) : [0x20]
        let prefix = self.prefix(of: change, inDescription: index, &edits)
        edits.attributes[index, default: []] += space + prefix + ":\(change.name)=\"".utf8 + value + "\"".utf8
    }

    /// Adds a property as an element, if possible after another one of its namespace.
    private func addElement(_ change: XMPPropertyChange, _ edits: inout Edits) {
        let sibling = self.sibling(of: change) { if case .element = $0 { true } else { false } }
        if case .element(let element)? = sibling?.property.form {
            let (prefix, _) = text[element.name].splitAtColon
            let name = Array(prefix.isEmpty ? [] : prefix + [UInt8(ascii: ":")]) + Array(change.name.utf8)
            let space = text[self.space(before: element.start.lowerBound)]
            let new = self.element(like: element, name: name, content: content(of: change, after: space))
            return edits.replace(element.end..<element.end, with: space + new)
        }
        let index = self.sibling(of: change)?.index ?? descriptionIndex(for: change, edits)
        let prefix = self.prefix(of: change, inDescription: index, &edits)
        let start = descriptions.indices.contains(index) ? descriptions[index].element.start.lowerBound : nil
        let outer = start.map { text[self.space(before: $0)] } ?? Array("\n  ".utf8)[...]
        let space: ArraySlice<UInt8> = outer.contains(0x0A) ? outer + [0x20] : []
        let name = Array(prefix) + ":\(change.name)".utf8
        edits.elements[index, default: []] += element(
            named: name, content: content(of: change, after: space), after: space)
    }

    private func element(named name: [UInt8], content: [UInt8], after space: ArraySlice<UInt8>) -> [UInt8] {
        var new = Array(space) + "<".utf8 + name
        new += ">".utf8 + content
        return new + "</".utf8 + name + ">".utf8
    }

    /// Returns a property of the same namespace, and the index of its description.
    private func sibling(
        of change: XMPPropertyChange, where isIncluded: (Property.Form) -> Bool = { _ in true }
    ) -> (index: Int, property: Property)? {
        let schema = Array(change.schema.rawValue.utf8)
        for (index, description) in descriptions.enumerated() {
            if let property = description.properties.first(where: {
                $0.schema.elementsEqual(schema) && isIncluded($0.form)
            }) {
                return (index, property)
            }
        }
        return nil
    }

    /// Returns the index of the description that gets the first property of a namespace.
    private func descriptionIndex(for change: XMPPropertyChange, _ edits: Edits) -> Int {
        // exiv2 can't read a packet that has two prefixes for a namespace.
        let schema = Array(change.schema.rawValue.utf8)
        return edits.bindings.first { $1.contains { $0.schema.elementsEqual(schema) } }?.key
            ?? descriptions.firstIndex { knownPrefix(of: schema, in: $0.bindings) != nil } ?? 0
    }

    /// Returns the prefix of a property's namespace in a description, and adds a declaration if it has none.
    private func prefix(
        of change: XMPPropertyChange, inDescription index: Int, _ edits: inout Edits
    ) -> ArraySlice<UInt8> {
        let schema = Array(change.schema.rawValue.utf8)
        var bindings = descriptions.indices.contains(index) ? descriptions[index].bindings : []
        bindings += edits.bindings[index] ?? []
        if let known = knownPrefix(of: schema, in: bindings) { return known }
        let space = descriptions.indices.contains(index) ? separator(in: descriptions[index].element) : [0x20]
        let prefix = unusedPrefix(change.schema.prefix, edits)
        edits.bindings[index, default: []].append(Binding(prefix: prefix, schema: schema[...]))
        edits.attributes[index, default: []] += space + "xmlns:".utf8 + prefix + "=\"".utf8 + schema + "\"".utf8
        return prefix
    }

    /// Returns a prefix for attributes that stands for a namespace.
    private func knownPrefix(of schema: [UInt8], in bindings: [Binding]) -> ArraySlice<UInt8>? {
        bindings.last { binding in
            !binding.prefix.isEmpty && binding.schema.elementsEqual(schema)
                && bindings.last { $0.prefix == binding.prefix }?.schema == binding.schema
        }?.prefix
    }

    /// The white space between the attributes of an element.
    private func separator(in element: Element) -> [UInt8] {
        guard let last = element.attributes.last else { return [0x20] }
        return Array(text[last.whole.lowerBound..<last.name.lowerBound])
    }

    /// Returns a prefix that nothing in the packet uses, so that no name gets another meaning.
    private func unusedPrefix(_ prefix: String, _ edits: Edits) -> ArraySlice<UInt8> {
        let candidates = (0...).lazy.map { ArraySlice("\(prefix)\($0 == 0 ? "" : "\($0)")".utf8) }
        let added = edits.bindings.values.joined().map(\.prefix)
        return candidates.first { !added.contains($0) && !contains("xmlns:".utf8 + $0) } ?? []
    }

    private func contains(_ word: some Collection<UInt8>) -> Bool {
        guard let first = word.first else { return true }
        var position = 0
        while let start = text[position...].firstIndex(of: first) {
            if text[start...].starts(with: word) { return true }
            position = start + 1
        }
        return false
    }

    private func insert(
        _ attributes: [UInt8], _ elements: [UInt8], intoDescription index: Int, _ edits: inout Edits
    ) {
        guard descriptions.indices.contains(index) else {
            let name = rdfName("Description")
            let about = name == "Description" ? "" : " \(rdfName("about"))=\"\""
            let end = elements.isEmpty ? Array("/>".utf8) : ">".utf8 + elements + "\n  </\(name)>".utf8
            return replaceContent(
                of: rdf, with: "\n  <\(name)\(about)".utf8 + attributes + end + text[rdf.content], &edits)
        }
        let description = descriptions[index]
        let element = description.element
        let end = element.attributes.last?.whole.upperBound ?? element.name.upperBound
        edits.replace(end..<end, with: attributes)
        guard !elements.isEmpty else { return }
        let last = description.properties.compactMap { property in
            if case .element(let element) = property.form { element.end } else { nil }
        }
        if element.isSelfClosing {
            replaceContent(of: element, with: elements + text[space(before: element.start.lowerBound)], &edits)
        } else if let last = last.max() {
            edits.replace(last..<last, with: elements)
        } else {
            let start = element.start.upperBound
            edits.replace(start..<start, with: elements)
        }
    }
}

extension UInt8 {
    fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    fileprivate var endsXMLName: Bool {
        isXMLSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "<")
    }
}

extension ArraySlice<UInt8> {
    /// The prefix and the local part of a name; the prefix is empty if there is none.
    fileprivate var splitAtColon: (prefix: ArraySlice<UInt8>, local: ArraySlice<UInt8>) {
        guard let colon = firstIndex(of: UInt8(ascii: ":")) else { return ([], self) }
        return (self[..<colon], self[(colon + 1)...])
    }
}

extension String {
    /// The text as content of an element, or of an attribute in quotes of either kind.
    fileprivate var escapedForXML: [UInt8] {
        utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "'"): Array("&apos;".utf8)
            case 0x09, 0x0A, 0x0D: Array("&#\(byte);".utf8)
            default: [byte]
            }
        }
    }
}
