import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Unsplash access key")
    struct UnsplashKey {
        @Test("Without a key one line explains how to get it, and the screen is left alone")
        func missing() async throws {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(["unsplash:"], error: .file(folder.path + "/err"))
            #expect(try await session.waitForEnd() != .exited(0))
            let message = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
            #expect(message.split(separator: "\n").count == 1)
            #expect(message.contains("https://unsplash.com/developers") && message.contains("UNSPLASH_ACCESS_KEY"))
            #expect(session.output.isEmpty)
        }

        @Test("A rejected key is reported without repeating it")
        func refused() async throws {
            let service = try await UnsplashService()
            let session = try ScreenSession(
                ["unsplash:"] + service.options, size: (200, 40), environment: ["UNSPLASH_ACCESS_KEY": "wr0ng-key"])
            try await session.wait(for: "Unsplash rejected the access key")
            #expect(!holds(session.output, "wr0ng-key"))
        }

        @Test(
            "An invalid address is reported on the command line",
            arguments: [
                (["unsplash:ada"], "unsplash:ada: invalid address; use unsplash: or unsplash:@USERNAME"),
                (
                    ["unsplash:", "--api", "http://proxy.example/api"],
                    "the key would be sent to proxy.example/api unencrypted; use https"
                ),
                (["unsplash:", "--api", "nowhere"], "a service address is http:// or https://"),
            ])
        func address(arguments: [String], words: String) async throws {
            let session = try ScreenSession(arguments, size: (200, 40), environment: ["UNSPLASH_ACCESS_KEY": "k"])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains(words))
        }

        @Test("The key can come from a private file named in the configuration")
        func file() async throws {
            let home = try TemporaryFolder()
            try home.addFile(".config/tintype/config.toml", contents: "[unsplash]\nkey-file = \"~/key\"\n")
            try UnsplashService.key.write(toFile: home.path + "/key", atomically: true, encoding: .utf8)
            chmod(home.path + "/key", 0o644)
            let service = try await UnsplashService()
            let refused = try ScreenSession(["unsplash:"] + service.options, size: (200, 40), home: home)
            #expect(try await refused.waitForEnd() != .exited(0))
            #expect(refused.text.contains("other users can read the key"))
            chmod(home.path + "/key", 0o600)
            let session = try ScreenSession(["unsplash:"] + service.options, size: (120, 40), home: home)
            try await session.wait(for: "bird-1")
        }

        @Test("The key is sent only to the API in a header, and appears in no URL, file or screen")
        func kept() async throws {
            let service = try await UnsplashService()
            let session = try ScreenSession(
                ["unsplash:"] + service.options, size: (120, 40), environment: service.environment)
            try await session.wait(for: "bird-1")
            try await session.wait(until: "pictures are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.waitUntilIdle()
            session.type("i")
            // Only the page has this hint.
            try await session.wait(for: "Esc back")
            #expect(session.text.contains("Photo by Ada Quill"))
            session.press(.escape)
            try await session.wait(forNo: "Esc back")
            session.type("D")
            try await session.wait(for: "requests left")
            session.press(.escape)
            try await session.wait(forNo: "requests left")
            service.api.fail("/search")
            session.type("/boat\r")
            try await session.wait(for: "\(service.api.name) returned error 500")
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))

            #expect(
                service.api.requests.allSatisfy { $0.headers["authorization"] == "Client-ID \(UnsplashService.key)" })
            #expect(!service.images.requests.isEmpty)
            #expect(
                !service.images.requests.contains { $0.headers.contains { $0.value.contains(UnsplashService.key) } })
            for request in service.api.requests + service.images.requests {
                #expect(!([request.path] + request.query.map(\.value)).contains { $0.contains(UnsplashService.key) })
            }
            #expect(!holds(session.output, UnsplashService.key))
            var files = 0
            for case let path as String in FileManager.default.enumerator(atPath: session.home.path) ?? .init() {
                guard let content = FileManager.default.contents(atPath: session.home.path + "/" + path) else {
                    continue
                }
                files += 1
                #expect(!holds(Array(content), UnsplashService.key) && !path.contains(UnsplashService.key), "\(path)")
            }
            #expect(files > 10)
        }

        private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
            bytes.firstRange(of: Array(text.utf8)) != nil
        }
    }
}
