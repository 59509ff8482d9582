import Foundation
import Testing

@testable import Storage

@Suite("User folders")
struct FolderCompletionTests {
    @Test("A path is completed with matching folders, hidden ones only after a dot")
    func completes() throws {
        let home = FileManager.default.temporaryDirectory.path + "/tintype-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        for folder in ["Pictures/Sea", "Pictures/Seals", "Pictures/My Hills", "Papers", ".config"] {
            try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
        }
        try Data().write(to: URL(filePath: home + "/Pict.txt"))
        func folders(_ typed: String) -> [String] {
            FolderCompletion.folders(startingWith: typed, in: home + "/Pictures", home: home)
        }
        #expect(folders("~/P") == ["~/Papers/", "~/Pictures/"])
        #expect(folders("~/Pictures/Se") == ["~/Pictures/Sea/", "~/Pictures/Seals/"])
        #expect(folders("Se") == ["Sea/", "Seals/"])
        #expect(folders("\(home)/Pictures/M") == ["\(home)/Pictures/My Hills/"])
        #expect(folders("~/") == ["~/Papers/", "~/Pictures/"])
        #expect(folders("~/.") == ["~/.config/"])
        #expect(folders("~") == ["~/"])
        #expect(folders("~/nowhere/x").isEmpty)
    }

    @Test(
        "The downloads folder is read from the desktop's settings",
        arguments: [
            (#"XDG_DOWNLOAD_DIR="$HOME/Downloads""#, "~/Downloads"),
            ("# a comment\nXDG_DESKTOP_DIR=\"$HOME/d\"\nXDG_DOWNLOAD_DIR=\"/mnt/big disk/\"\n", "/mnt/big disk"),
            (#"XDG_DOWNLOAD_DIR="$HOME/""#, "~"),
            (#"XDG_DOWNLOAD_DIR="relative""#, nil),
            ("", nil),
        ] as [(String, String?)])
    func downloads(file: String, expected: String?) {
        #expect(DownloadFolder.path(in: file) == expected)
    }

    @Test("Without desktop settings, downloads go to the home folder")
    func home() {
        #expect(DownloadFolder.path(environment: ["HOME": "/nonexistent"]) == "~")
    }
}
