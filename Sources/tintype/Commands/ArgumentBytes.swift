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
