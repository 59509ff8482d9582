/// A path as bytes, because file names need not be UTF-8.
typealias FilePath = [UInt8]

extension FilePath {
    /// The path as text, with replacement characters for invalid UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The part after the last slash, such as `Paris` of `/home/ada/Paris`; `/` for the root.
    var lastComponent: FilePath {
        split(separator: UInt8(ascii: "/")).last.map(FilePath.init) ?? self
    }

    /// Returns the path of `name` in the folder at this path. An empty path yields a relative one.
    func appending(_ name: some Sequence<UInt8>) -> FilePath {
        isEmpty || self == [UInt8(ascii: "/")] ? self + name : self + [UInt8(ascii: "/")] + name
    }

    /// Calls `body` with the path as a null-terminated C string.
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
            withUnsafePointer(to: 0 as CChar) { empty in body(path.baseAddress ?? empty) }
        }
    }
}
