import Foundation

/// The program under test.
enum BuiltProgram {
    /// The executable that was built together with the tests: it lies beside them.
    static let path: String = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "tintype").path
    }()
}
