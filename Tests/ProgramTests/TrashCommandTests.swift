import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("tintype trash")
    struct TrashCommand {
        private let folder: TemporaryFolder
        private let home: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            home = try TemporaryFolder()
        }

        private var trash: String { home.path + "/.local/share/Trash" }

        private func names(_ path: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        /// Trashes as many photos with sidecars, as the program does, and returns their paths.
        @discardableResult
        private func trash(_ count: Int, in name: String = "photos") async throws -> [String] {
            let photos = try folder.makeFolder(name)
            for index in 0..<count {
                try folder.addFile("\(name)/photo-\(index).jpg", contents: "photo \(index)")
                try folder.addFile("\(name)/photo-\(index).jpg.xmp", contents: "sidecar \(index)")
            }
            let process = Process()
            process.executableURL = URL(filePath: BuiltProgram.path(of: "tintype-bench"))
            process.arguments = ["files", photos, "--count", "\(count)", "--rounds", "1", "--keep"]
            process.environment = TestEnvironment.variables(home: home.path)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            try await waitUntil { !process.isRunning }
            try #require(names(photos) == [])
            return (0..<count).flatMap { ["\(photos)/photo-\($0).jpg", "\(photos)/photo-\($0).jpg.xmp"] }
        }

        /// Runs `tintype trash` and returns its output.
        private func run(
            _ arguments: String..., input: ChildProcess.Stream = .terminal
        ) async throws -> (output: String, complaints: String, status: ChildProcess.Ending) {
            let files = try TemporaryFolder()
            let session = try ScreenSession(
                ["trash"] + arguments, home: home, input: input, output: .file(files.path + "/out"),
                error: .file(files.path + "/err"))
            let status = try await session.waitForEnd()
            return (
                try String(contentsOfFile: files.path + "/out", encoding: .utf8),
                try String(contentsOfFile: files.path + "/err", encoding: .utf8), status
            )
        }

        @Test("The files in the trash are listed with date and path, for scripts and as JSON")
        func list() async throws {
            #expect(try await run() == ("", "", .exited(0)))
            let paths = try await trash(2)
            let lines = try await run().output.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(lines.map { String($0[1]) } == paths)
            #expect(try lines[0][0].wholeMatch(of: Regex(#"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"#)) != nil)
            #expect(try await run("-0").output == paths.map { $0 + "\0" }.joined())
            let record = try #require(try await run("--json").output.split(separator: "\n").last)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
            #expect(object["path"] as? String == paths[3] && object["bytes"] as? Int == 9)
            #expect(object["trashPath"] as? String == trash + "/files/photo-1.jpg.xmp")
            #expect((object["trashed"] as? String)?.hasSuffix("Z") == true)
        }

        @Test("Photos are restored with their sidecars, by path or those that were trashed last")
        func restore() async throws {
            let first = try await trash(3)
            let second = try await trash(2, in: "others")
            #expect(try await run("--restore", first[3]) == ("Restored 1 photo from the trash\n", "", .exited(0)))
            #expect(names(folder.path + "/photos") == ["photo-1.jpg", "photo-1.jpg.xmp"])
            #expect(try await run("--restore").output == "Restored 2 photos from the trash\n")
            #expect(names(folder.path + "/others").count == 4)
            #expect(try await run("-0").output == (first[..<2] + first[4...]).map { $0 + "\0" }.joined())
            let wrong = try await run("--restore", first[0], second[0])
            #expect(
                wrong.complaints == "tintype: Tintype has no record of trashing \(second[0])\n"
                    && wrong.status == .exited(1))
            #expect(names(folder.path + "/photos").count == 2)
            #expect(
                try await run("--restore", first[0], first[1], first[4]).output == "Restored 2 photos from the trash\n")
            #expect(names(trash + "/info") == [] && names(trash + "/files") == [])
            let none = try await run("--restore")
            #expect(none.complaints == "tintype: the trash has no photos from Tintype\n" && none.status == .exited(1))
        }

        @Test("A photo stays in the trash if its name is taken again")
        func nameTaken() async throws {
            let paths = try await trash(1)
            try folder.addFile("photos/photo-0.jpg", contents: "new")
            let result = try await run("--restore", paths[0])
            #expect(result.complaints == "tintype: photo-0.jpg: another file has this name\n")
            #expect(result.status == .exited(1) && result.output == "")
            #expect(names(trash + "/files") == ["photo-0.jpg", "photo-0.jpg.xmp"])
        }

        @Test("After a question, what Tintype has trashed is deleted, and nothing else", arguments: [true, false])
        func empty(isConfirmed: Bool) async throws {
            try await trash(3)
            try folder.addFile("other.jpg", contents: "other")
            try FileManager.default.moveItem(atPath: folder.path + "/other.jpg", toPath: trash + "/files/other.jpg")
            try "[Trash Info]\nPath=/other.jpg\n".write(
                toFile: trash + "/info/other.jpg.trashinfo", atomically: true, encoding: .utf8)
            // Another program has replaced one.
            try "replaced".write(toFile: trash + "/files/photo-2.jpg", atomically: true, encoding: .utf8)
            let session = try ScreenSession(["trash", "--empty"], home: home)
            try await session.wait(for: "3 photos in the trash will be deleted for good (1 KB).")
            try await session.wait(for: "Press y and Enter to delete them, or Enter to keep them.")
            #expect(names(trash + "/files").count == 7)
            session.type(isConfirmed ? "y" : "")
            session.press(.enter)
            let status = try await session.waitForEnd()
            guard isConfirmed else {
                #expect(status == .exited(0) && names(trash + "/files").count == 7)
                return
            }
            #expect(session.text.contains("Deleted 3 photos") && status == .exited(0))
            #expect(names(trash + "/files") == ["other.jpg", "photo-2.jpg"])
            #expect(names(trash + "/info") == ["other.jpg.trashinfo", "photo-2.jpg.trashinfo"])
        }

        @Test("Without a terminal to ask on, nothing is deleted")
        func emptyWithoutTerminal() async throws {
            try await trash(1)
            let result = try await run("--empty", input: .file("/dev/null"))
            #expect(
                result.complaints == "tintype: --empty asks before it deletes, so it needs a terminal\n"
                    && result.status == .exited(1))
            #expect(names(trash + "/files").count == 2)
        }

        @Test("Wrong options are refused")
        func options() async throws {
            #expect(try await run("--restore", "--empty").status == .exited(64))
            #expect(try await run("photo.jpg").status == .exited(64))
        }

        @Test("An operation of a killed run is completed and reported")
        func recovery() async throws {
            try await trash(1)
            let journal = home.path + "/.local/state/tintype/files/"
            let entry = journal + (try #require(names(journal).first))
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            try text.replacing("{\"event\":\"settled\"}\n", with: "").write(
                toFile: entry, atomically: false, encoding: .utf8)
            let result = try await run("--restore")
            #expect(result.complaints == "An earlier run was interrupted: 1 of 1 photos is at its new place\n")
            #expect(result.output == "Restored 1 photo from the trash\n" && result.status == .exited(0))
        }
    }
}
