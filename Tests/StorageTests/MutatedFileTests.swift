import Albums
import Foundation
import Fuzzing
import Storage
import Testing

@Suite("Mutated configurations and exports", .timeLimit(.minutes(60)))
struct MutatedFileTests {
    private static let words = [
        "9223372036854775808", "-9223372036854775809", "1e400", "-1e400", "nan", "inf", "0x", "[", "{", "a.", "\"",
        "'''",
        "\u{1B}[2J", "\u{202E}", "\u{FEFF}", "\u{0}", "\\u0000", "\\uD800", "1979-05-27T07:32:00Z", "true", "null", "#",
    ]

    @Test("Every configuration is read or reported")
    func configuration() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ConfigurationFileTests.file(folder.path)
        let sample = """
            animation = false # no
            theme.name = "dark"
            [cache]
            disk = 100
            [pictures]
            cell-aspect = 2.1
            symbols = "sextant"
            [slideshow]
            interval = 2.5
            order = "shuffle"
            [image-hosts]
            "via.placeholder.com" = "https://dummyimage.example/{path}"
            [keys]
            photos.open = ["x", 'ctrl-o']
            [libraries]
            sea = '''/home/ada/Sea'''
            [commands]
            print = "lp {}"
            [[extra]]
            numbers = [1, 0xFF, 1_000, -1e3, { a = 1979-05-27T07:32:00Z }]
            """
        try await Fuzzing("configuration", samples: [Array(sample.utf8)], words: Self.words).run { input in
            try Data(input.bytes).write(to: folder.appendingPathComponent("config.toml"))
            let contents = file.read()
            #expect(file.listing(of: contents).count >= file.descriptions.count, "seed \(input.seed)")
        }
    }

    @Test("Every export is imported or refused")
    func export() async throws {
        let favorites = [Favorite.sample(added: 1_700_000_000, thumbnail: .webP(0, 255, 1)), .sample("b")]
        let sample = try FavoritesExport.encode(favorites)
        await Fuzzing("export", samples: [sample], words: Self.words).run { input in
            let imported: [Favorite]
            do { imported = try FavoritesExport.decode(input.bytes) } catch { return }
            // Imported favorites can be exported again.
            #expect(throws: Never.self, "seed \(input.seed)") { try FavoritesExport.encode(imported) }
        }
    }
}
