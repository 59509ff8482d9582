import Foundation

/// The program under test.
public enum BuiltProgram {
    /// The path of the executable, which is built into the same folder as the tests.
    public static let path: String = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "tintype").path
    }()
}
