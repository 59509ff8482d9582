import FoundationEssentials
import Glibc

extension [UInt8] {
    /// Recovers an argument's raw bytes. A file name need not be UTF-8, and `String` repairs invalid bytes.
    init(argument: String) {
        for pointer in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst() {
            if let pointer, String(cString: pointer) == argument {
                self.init(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
                return
            }
        }
        self.init(argument.utf8)
    }
}

extension [UInt8] {
    /// The absolute path; a relative path is resolved against the working directory.
    var absolutePath: [UInt8] {
        first == UInt8(ascii: "/")
            ? self : Array(FileManager.default.currentDirectoryPath.utf8) + [UInt8(ascii: "/")] + self
    }
}
