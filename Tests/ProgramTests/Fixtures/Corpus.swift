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

        /// Whether a folder lists the file as a photo.
        var isListed: Bool {
            ["jpg", "jpeg", "png", "webp", "gif", "heic", "heif", "avif", "tif"].contains { path.hasSuffix("." + $0) }
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

    /// The hostile files of one folder of the corpus, such as all of one format.
    struct BadFiles: CustomTestStringConvertible {
        let folder: String
        let files: [BadFile]

        var testDescription: String { folder }
    }

    /// The hostile files with names that folders list as photos.
    static let badFilesByFolder: [BadFiles] = {
        let folders = Dictionary(grouping: badFiles.filter(\.isListed)) { String($0.path.prefix { $0 != "/" }) }
        return folders.map { BadFiles(folder: $0.key, files: $0.value) }.sorted { $0.folder < $1.folder }
    }()

    /// The hostile files that open only if they are named.
    static let unlistedBadFiles = badFiles.filter { !$0.isListed }
}
