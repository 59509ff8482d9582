import Albums
import Foundation
import Fuzzing
import Testing

@testable import Storage

@Suite("Hostile values in files", .timeLimit(.minutes(60)))
struct HostileValueTests {
    @Test("No value of an imported favorite exceeds the limits")
    func export() throws {
        let sample = try FavoritesExport.encode([.sample(thumbnail: .webP(0, 255, 1))])
        var imported = 0
        for document in try HostileValues.documents(replacingValuesIn: String(decoding: sample, as: UTF8.self)) {
            guard let favorites = try? FavoritesExport.decode(document.bytes) else { continue }
            imported += 1
            #expect(HostileValues.excesses(in: favorites) == [], "\(document.name)")
            #expect(throws: Never.self, "\(document.name)") { try FavoritesExport.encode(favorites) }
        }
        #expect(imported > 0)
    }

    @Test("An import that cannot identify a photo names the field", arguments: ["library", "photo"])
    func identity(field: String) throws {
        let sample = String(decoding: try FavoritesExport.encode([.sample()]), as: UTF8.self)
        for document in try HostileValues.documents(replacingValuesIn: sample)
        where document.field.hasSuffix(".\(field)") && document.value.count > 1 << 20 {
            #expect(throws: FavoritesExport.Failure.damaged(keyPath: "favorites[0].\(field)")) {
                try FavoritesExport.decode(document.bytes)
            }
        }
    }

    private static let columns = [
        "library", "photo", "album", "albumTitle", "title", "tags", "author", "description", "date", "aspect",
        "placeholder", "link", "attribution", "authorLink", "file", "added", "thumbnail",
    ]

    @Test("No value in a row of the favorites exceeds the limits", arguments: Self.columns)
    func rows(column: String) async throws {
        let folder = FavoritesFolder()
        try await folder.open().add([.sample()])
        let values: [DatabaseValue] = [
            .integer(.max), .integer(.min), .integer(-1), .real(1e300), .real(-1e300), .real(.infinity),
            .real(-.infinity), .real(.nan), .text("nan"), .text(""), .text(HostileValues.longText),
            .text("[\"\(HostileValues.longText)\"]"), .blob(Array(HostileValues.longText.utf8)), .null,
        ]
        for value in values {
            let isChanged: ()? = try? folder.write { db in
                try db.run("UPDATE favorite SET \(column) = ?", [value])
            }
            // A column may not be null.
            guard isChanged != nil else { continue }
            let name = String("\(column): \(value)".prefix(60))
            let all = try await folder.open().all()
            #expect(HostileValues.excesses(in: all) == [], "\(name)")
            #expect(all.count <= 1, "\(name)")
        }
    }

    @Test("No value in the remembered state prevents a start")
    func state() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = #"{"lastLibrary": "demo:", "tileWidth": 20, "showsDates": true, "owners": {"demo:": "7"}}"#
        let file = StateFile(folder: folder.path)
        for document in try HostileValues.documents(replacingValuesIn: sample) {
            try Data(document.bytes).write(to: folder.appending(path: "state.json"))
            // The umask of the user may let a group write new files, which are not read then.
            chmod(folder.appending(path: "state.json").path, 0o600)
            let state = file.load()
            #expect((state.lastLibrary ?? "").utf8.count <= 1 << 20, "\(document.name)")
            try file.update { $0.showsDates = false }
            #expect(file.load().showsDates == false, "\(document.name)")
        }
    }
}
