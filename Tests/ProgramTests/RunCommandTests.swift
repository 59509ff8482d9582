import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Running commands on photos")
    struct RunCommand {
        @Test("A file name with quotes and blanks reaches the command as it is, and the terminal stays intact")
        func run() async throws {
            let folder = try PictureFolder(["Sea/it's $(a) b.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("!")
            try await session.wait(for: "Run on 1 photo")
            session.type("printf '<%s>' {}; exit 7")
            session.press(.enter)
            try await session.wait(for: "Exit status 7")
            #expect(session.text.replacing("\n", with: "").replacing(" ", with: "").contains("it's$(a)b.png>"))
            session.press(.escape)
            try await session.wait(for: "Esc back")
        }
    }
}
