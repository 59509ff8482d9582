/// A path in bytes, because file names need not be UTF-8.
typealias FilePath = [UInt8]

extension FilePath {
    /// The path as text, with stand-ins for what is not UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The name after the last slash, such as `Paris` of `/home/ada/Paris`; `/` for the root.
    var lastComponent: FilePath {
        split(separator: UInt8(ascii: "/")).last.map(FilePath.init) ?? self
    }

    /// The path of `name` inside of the folder at this path; an empty path is the folder names are relative to.
    func appending(_ name: some Sequence<UInt8>) -> FilePath {
        isEmpty || self == [UInt8(ascii: "/")] ? self + name : self + [UInt8(ascii: "/")] + name
    }

    /// Hands out the path as C has it, with a zero byte at the end.
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
            withUnsafePointer(to: 0 as CChar) { empty in body(path.baseAddress ?? empty) }
        }
    }
}
