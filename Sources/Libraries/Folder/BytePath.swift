import Basics

/// A path as bytes, because file names need not be UTF-8.
typealias BytePath = [UInt8]

extension BytePath {
    /// The path as text, with replacement characters for invalid UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The part after the last slash, such as `Paris` of `/home/ada/Paris`; `/` for the root.
    var lastComponent: BytePath {
        split(separator: UInt8(ascii: "/")).last.map(BytePath.init) ?? self
    }

    /// A name without its extension.
    var stem: BytePath {
        guard let dot = lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return self }
        return BytePath(self[..<dot])
    }

    /// The path without its last component; empty for a name.
    var parent: BytePath {
        lastIndex(of: UInt8(ascii: "/")).map { BytePath(self[..<$0]) } ?? []
    }

    /// The path without slashes at its end, except for that of the root.
    var withoutTrailingSlashes: BytePath {
        let end = lastIndex { $0 != UInt8(ascii: "/") } ?? 0
        return BytePath(prefix(end + 1))
    }

    /// Returns the path of `name` in the folder at this path. An empty path yields a relative one.
    func appending(_ name: some Sequence<UInt8>) -> BytePath {
        isEmpty || self == [UInt8(ascii: "/")] ? self + name : self + [UInt8(ascii: "/")] + name
    }

    /// The path as an ID; visible ASCII stays readable.
    ///
    /// Different file names get different IDs, although Swift considers a composed and a decomposed `é` equal.
    var identifier: String {
        PercentEncoding.encode(self) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    }

    /// Creates the path with this ID; text that is no ID is taken literally.
    init(identifier: String) {
        self = PercentEncoding.decode(identifier) ?? Array(identifier.utf8)
    }
}
