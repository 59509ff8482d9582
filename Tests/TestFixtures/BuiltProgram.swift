import Foundation

/// The program under test.
public enum BuiltProgram {
    /// The path of the executable.
    public static let path = path(of: "tintype")

    /// Returns the path of an executable, which is built into the same folder as the tests.
    public static func path(of name: String) -> String {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: name).path
    }
}
