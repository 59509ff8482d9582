import FoundationEssentials
import Glibc

extension [UInt8] {
    /// An argument as the program was given it: a file name need not be UTF-8, and Swift's strings have lost the rest.
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
    /// The path from the root, where it may be relative to the working directory.
    var absolutePath: [UInt8] {
        first == UInt8(ascii: "/")
            ? self : Array(FileManager.default.currentDirectoryPath.utf8) + [UInt8(ascii: "/")] + self
    }
}
