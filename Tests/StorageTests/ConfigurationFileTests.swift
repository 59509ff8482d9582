import Foundation
import Storage
import Testing

@Suite("Configuration file")
struct ConfigurationFileTests {
    private func read(_ text: String?) throws -> (configuration: Configuration, problems: [ConfigurationProblem]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text?.write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
        return ConfigurationFile(folder: folder.path).read()
    }

    @Test("Without a file everything is at its default")
    func missing() throws {
        let (configuration, problems) = try read(nil)
        #expect(configuration == Configuration())
        #expect(problems.isEmpty)
    }

    @Test("Settings are read")
    func settings() throws {
        let (configuration, problems) = try read(
            """
            [cache]
            disk = 100
            memory = 8
            [pictures]
            symbols = "sextant"
            dither = "auto"
            cell-aspect = 2.1
            [unsplash]
            key-file = "~/key"
            [image-hosts]
            "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
            """)
        #expect(problems.isEmpty)
        #expect(configuration.diskCacheBytes == 100 << 20)
        #expect(configuration.memoryCacheBytes == 8 << 20)
        #expect(configuration.symbols == "sextant")
        #expect(configuration.dithering == nil)
        #expect(configuration.cellAspect == 2.1)
        #expect(configuration.unsplashKeyFile == "~/key")
        #expect(configuration.imageHosts.map(\.replacement) == ["picsum.photos/seed/{color}/{size}"])
    }

    @Test("What is not TOML is told with line and column, and the defaults are used")
    func syntax() throws {
        let (configuration, problems) = try read("[cache]\ndisk = = 3\n")
        #expect(configuration == Configuration())
        guard case .syntax(let line, let column, _) = problems.first else {
            Issue.record("no syntax problem: \(problems)")
            return
        }
        #expect(line == 2 && column > 1)
    }

    @Test("A setting of the wrong kind or name is told, and the others are used")
    func wrongKind() throws {
        let (configuration, problems) = try read(
            "surprise = 1\n[cache]\ndisk = \"big\"\nmemory = 8\nflash = 1\n[image-hosts]\n\"a\" = 3\n[unsplash]\nkey = \"x\""
        )
        #expect(configuration.memoryCacheBytes == 8 << 20)
        #expect(configuration.diskCacheBytes == Configuration().diskCacheBytes)
        #expect(
            Set(problems) == [
                .unknown(setting: "surprise"), .wrongKind(setting: "cache.disk", needed: "a number of megabytes"),
                .unknown(setting: "cache.flash"), .wrongKind(setting: "image-hosts.\"a\"", needed: "an address"),
                .unknown(setting: "unsplash.key"),
            ])
    }
}
