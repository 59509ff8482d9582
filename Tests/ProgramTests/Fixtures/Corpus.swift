import Foundation
import Testing

/// External pictures in the folder named by `TINTYPE_CORPUS`.
enum Corpus {
    /// A hostile file.
    struct BadFile: CustomTestStringConvertible {
        let path: String
        /// The expected outcome according to the manifest.
        let expected: String

        var mustFail: Bool {
            expected == "must be an error"
                || expected.hasPrefix("error") && !expected.split(separator: " ").contains("or")
        }

        var mustBeShown: Bool {
            expected.contains("valid picture") || expected.contains("shown") && !expected.contains("may be shown")
        }

        var testDescription: String { path }
    }

    static let folder = ProcessInfo.processInfo.environment["TINTYPE_CORPUS"]

    /// All files in the manifest of `bad`; empty without a corpus.
    static let badFiles: [BadFile] = {
        guard let folder, let manifest = try? String(contentsOfFile: folder + "/bad/MANIFEST.tsv", encoding: .utf8)
        else {
            return []
        }
        return manifest.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return BadFile(path: String(fields[0]), expected: String(fields[4]))
        }
    }()
}
