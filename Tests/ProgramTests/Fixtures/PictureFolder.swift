import Foundation
import TestFixtures

/// A temporary folder of pictures.
struct PictureFolder {
    let folder: TemporaryFolder
    var path: String { folder.path }

    /// Creates pictures at these relative paths, each in a different color.
    init(_ paths: [String] = []) throws {
        folder = try TemporaryFolder()
        for path in paths { try add(path) }
    }

    /// Adds a picture along with its parent folders.
    func add(_ path: String, width: Int = 48, height: Int = 32) throws {
        let folders = path.split(separator: "/").dropLast()
        if !folders.isEmpty { _ = try folder.makeFolder(folders.joined(separator: "/")) }
        try add(bytes: Array(path.utf8), width: width, height: height)
    }

    /// Adds a picture; its name need not be UTF-8.
    func add(bytes name: [UInt8], width: Int = 48, height: Int = 32) throws {
        let shade = name.reduce(UInt8(17)) { $0 &* 31 &+ $1 }
        let picture = PNGFile.bytes(width: width, height: height, color: (shade, 255 - shade, 128))
        try write(picture, at: name)
    }

    /// Gives a file another name, in a folder that exists.
    func link(_ existing: String, as name: String) throws {
        guard Foundation.link("\(path)/\(existing)", "\(path)/\(name)") == 0 else { throw SystemError("link \(name)") }
    }

    /// Renames a file, which replaces another one of that name.
    func rename(_ name: String, to other: String) throws {
        guard Foundation.rename("\(path)/\(name)", "\(path)/\(other)") == 0 else {
            throw SystemError("rename \(name)")
        }
    }

    func remove(_ name: String) throws {
        guard unlink("\(path)/\(name)") == 0 else { throw SystemError("unlink \(name)") }
    }

    /// Writes a file; its name need not be UTF-8.
    func write(_ content: [UInt8], at name: [UInt8]) throws {
        let cPath = Array(path.utf8) + [0x2F] + name + [0]
        let file = open(cPath.map(CChar.init(bitPattern:)), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw SystemError("create \(String(decoding: name, as: UTF8.self))") }
        defer { close(file) }
        guard Foundation.write(file, content, content.count) == content.count else { throw SystemError("write") }
    }
}
