import Foundation
import Testing

extension ProgramTests {
    @Suite("Folders as they are")
    struct Folders {
        @Test("A folder that grows while it is scanned is shown, with what was found")
        func growing() async throws {
            let folder = try PictureFolder((0..<300).map { "album \($0)/a.png" })
            let session = try ScreenSession([folder.path])
            for index in 300..<400 { try folder.add("album \(index)/a.png") }
            try await session.wait(until: "the scan is over") {
                $0.row(0).contains("photos") && !$0.row(0).contains("…")
            }
            let found = try #require(Int(session.row(0).split(separator: " ").dropLast(3).last ?? ""))
            #expect((300...400).contains(found))
            session.press(.end)
            try await session.wait(forNo: "album 0")
        }

        @Test("r shows what was added, removed and changed since")
        func readAgain() async throws {
            let folder = try PictureFolder(["b.png", "c.png", "d.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.press(.right)
            try await session.wait(for: "2/3")
            try FileManager.default.removeItem(atPath: folder.path + "/b.png")
            try folder.add("a.png")
            try folder.add("e.png")
            session.type("r")
            try await session.wait(for: "2/4")
            let wide = PNGFile.bytes(width: 60, height: 20, left: (250, 10, 10), right: (10, 10, 250))
            try folder.write(wide, at: Array("c.png".utf8))
            session.press(.enter)
            try await session.wait(for: "fit  2/4")
            session.type("r")
            try await session.wait(until: "the changed photo is shown") { session in
                (0..<session.emulator.size.columns).contains {
                    session.cell(column: $0, row: 11).background == .rgb(red: 250, green: 10, blue: 10)
                }
            }
        }

        @Test("RAW files and videos are counted, where they are all there is too")
        func unshownFiles() async throws {
            let folder = try PictureFolder()
            for name in ["a.CR2", "b.dng", "c.mp4"] { try folder.write([0], at: Array(name.utf8)) }
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "3 files cannot be shown (2 RAW, 1 video)")
        }

        @Test("What is not a regular file is never opened, and stops nothing")
        func specialFiles() async throws {
            let folder = try PictureFolder(["a.png"])
            mkfifo(folder.path + "/fifo.jpg", 0o644)
            for (name, target) in [
                ("zero.jpg", "/dev/zero"), ("terminal.jpg", "/dev/tty"), ("self.jpg", "self.jpg"), ("none.jpg", "none"),
            ] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name, withDestinationPath: target)
            }
            _ = try folder.folder.makeFolder("folder.jpg")
            let session = try ScreenSession([folder.path])
            try await session.wait(until: "the scan is over") {
                $0.row(0).contains("photo") && !$0.row(0).contains("…")
            }
            try await session.openAlbum()
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
        }

        @Test("An unreadable folder is a message, and the others are shown")
        func unreadableFolder() async throws {
            let folder = try PictureFolder(["closed/a.png", "open/b.png"])
            chmod(folder.path + "/closed", 0)
            defer { chmod(folder.path + "/closed", 0o755) }
            let session = try sessionOfNobody([folder.path])
            try await session.wait(for: "Cannot read the folder closed")
            try await session.wait(for: "1 album, 1 photo")
        }

        @Test("An unreadable photo says so, and the others are shown")
        func unreadablePhoto() async throws {
            let folder = try PictureFolder(["a.png", "b.png"])
            chmod(folder.path + "/a.png", 0)
            let session = try sessionOfNobody([folder.path + "/a.png"])
            try await session.wait(for: "Permission denied")
            session.type("n")
            try await session.wait(for: "fit  2/2")
        }

        @Test("Where nothing can be remembered, photos are shown all the same")
        func unwritableHome() async throws {
            let home = try TemporaryFolder()
            chmod(home.path, 0o555)
            let folder = try PictureFolder(["a.png"])
            let session = try sessionOfNobody([folder.path], home: home)
            try await session.openAlbum()
        }

        /// Root may read everything, so the program runs as somebody else where the tests run as root.
        private func sessionOfNobody(_ arguments: [String], home: TemporaryFolder? = nil) throws -> ScreenSession {
            guard getuid() == 0 else { return try ScreenSession(arguments, home: home) }
            // The folder that the program was built in may be closed to others.
            let place = try TemporaryFolder()
            let program = place.path + "/tintype"
            try FileManager.default.copyItem(atPath: BuiltProgram.path, toPath: program)
            let home = try home ?? TemporaryFolder(isOpenToAll: true)
            let session = try ScreenSession(
                arguments, of: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program],
                environment: ["LLVM_PROFILE_FILE": "/dev/null"], home: home)
            session.keptAlive.append(place)
            return session
        }
    }
}
