import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    /// `tintype-bench files` moves photos as the program does, but without a screen.
    @Suite("Photos of programs that are killed while they move them")
    struct FileOperations {
        private let folder: TemporaryFolder
        private let home: TemporaryFolder

        /// The calls that change something, each of which can be the last.
        private static let calls =
            "mkdir,mkdirat,write,fsync,rename,renameat,renameat2,linkat,unlink,unlinkat,rmdir,copy_file_range,sendfile,"
            + "fchmod,utimensat,ftruncate,?fdatasync,syncfs"
        private static let photos = 0..<4

        init() throws {
            folder = try TemporaryFolder()
            home = try TemporaryFolder()
            _ = try folder.makeFolder("photos")
            _ = try folder.makeFolder("target")
            for index in Self.photos {
                try folder.addFile("photos/photo-\(index).jpg", contents: "photo \(index)")
                try folder.addFile("photos/photo-\(index).jpg.xmp", contents: "sidecar \(index)")
            }
        }

        /// One of the calls of a thread: the third `renameat2`, for example.
        private struct Call: CustomStringConvertible {
            let name: Substring
            let number: Int

            var description: String { "\(name) \(number)" }
        }

        /// Runs the program, and ends it at one of its calls, before that has an effect.
        private func run(_ options: String, killedAt call: Call? = nil) async throws -> String {
            try await run(
                options,
                tracer: call.map {
                    "strace -f -qq -o /dev/null -e inject=\($0.name):signal=SIGKILL:when=\($0.number)"
                } ?? "")
        }

        private func run(_ options: String, tracer: String) async throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            let (program, output) = (BuiltProgram.path(of: "tintype-bench"), home.path + "/output")
            process.arguments = [
                "-c",
                "exec \(tracer) \(program) files '\(folder.path)/photos' --count \(Self.photos.count) \(options) > '\(output)' 2>&1",
            ]
            process.environment = TestEnvironment.variables(home: home.path)
            try process.run()
            try await waitUntil { !process.isRunning }
            return try String(contentsOfFile: output, encoding: .utf8)
        }

        /// The calls of the thread that moves files, when the program is not killed.
        private func calls(_ options: String) async throws -> [Call] {
            let trace = home.path + "/trace"
            let output = try await run(options, tracer: "strace -f -qq -o '\(trace)' -e trace=\(Self.calls)")
            try #require(output.contains("undo"), "\(output)")
            let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").compactMap {
                (line) -> (Substring, Substring)? in
                let words = line.split(separator: " ", maxSplits: 1)
                return words.count == 2 && words[1].contains("(") ? (words[0], words[1].prefix { $0 != "(" }) : nil
            }
            let threads = Dictionary(grouping: lines, by: { $0.0 })
            let mover = try #require(threads.values.max { $0.count < $1.count })
            var numbers: [Substring: Int] = [:]
            return mover.map { _, name in
                numbers[name, default: 0] += 1
                return Call(name: name, number: numbers[name] ?? 0)
            }
        }

        private func names(_ path: String) -> Set<String> {
            Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        }

        private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

        /// Expects each file in one of the folders, whole. Returns the folder of each photo.
        private func check(_ targets: String, isComplete: Bool, hasCopies: Bool, _ comment: Comment) {
            for index in Self.photos {
                let files = ["photo-\(index).jpg": "photo \(index)", "photo-\(index).jpg.xmp": "sidecar \(index)"]
                var folders: [[String]] = []
                for (name, contents) in files {
                    let found = ["\(folder.path)/photos", targets].filter { text("\($0)/\(name)") == contents }
                    #expect(hasCopies ? found.first == "\(folder.path)/photos" : !found.isEmpty, comment)
                    folders.append(found)
                }
                guard isComplete else { continue }
                #expect(Set(folders).count == 1, "\(comment): the files of photo \(index) are apart: \(folders)")
                #expect(hasCopies || folders[0].count == 1, "\(comment): \(folders)")
            }
        }

        @Test(
            "A kill between any two system calls leaves each file whole, and the next start puts photos together",
            .requires(program: "strace"), arguments: ["trash", "move", "copy"])
        func kills(kind: String) async throws {
            try await kill(kind)
        }

        @Test(
            "A kill between any two system calls of a move to another disk leaves each file whole",
            .requires(program: "strace"), .requiresMounting)
        func killsBetweenDisks() async throws {
            let disk = try SmallDisk(at: folder.path + "/target", bytes: 1 << 20)
            try await kill("move")
            withExtendedLifetime(disk) {}
        }

        @Test(
            "Another user's trash is in the top folder of a disk, and where he may not write, photos stay",
            .requiresMounting)
        func otherUser() async throws {
            let copy = try TemporaryFolder(isOpenToAll: true)
            try #require(system("cp '\(BuiltProgram.path(of: "tintype-bench"))' '\(copy.path)/tintype-bench'") == 0)
            let disk = try SmallDisk(at: folder.path + "/photos", bytes: 1 << 20)
            let photos = disk.path
            for name in ["photo-0.jpg", "photo-0.jpg.xmp"] { try folder.addFile("photos/\(name)", contents: "photo") }
            try #require(chmod(folder.path, 0o755) == 0 && chmod(photos, 0o755) == 0)
            /// Trashes the photo as a user without privileges.
            func run(_ options: String = "") async throws -> String {
                let (process, output) = (Process(), home.path + "/output")
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = [
                    "-c",
                    "exec setpriv --reuid=65534 --regid=65534 --clear-groups '\(copy.path)/tintype-bench' files '\(photos)' --count 1 --rounds 1 \(options) > '\(output)' 2>&1",
                ]
                process.environment = TestEnvironment.variables(home: copy.path)
                try process.run()
                try await waitUntil { !process.isRunning }
                return try String(contentsOfFile: output, encoding: .utf8)
            }
            let refused = try await run()
            #expect(refused.contains("noTrash(folder: \"\(photos)\", reason: \"Permission denied\")"), "\(refused)")
            // The disk is his, but another's photo in a folder with the sticky bit isn't.
            try #require(chmod(photos, 0o1777) == 0)
            let foreign = try await run()
            #expect(foreign.contains("system(reason: \"Operation not permitted\")"), "\(foreign)")
            #expect(names(photos) == [".Trash-65534", "photo-0.jpg", "photo-0.jpg.xmp"])
            #expect(names(photos + "/.Trash-65534/info") == [] && names(photos + "/.Trash-65534/files") == [])
            try #require(chmod(photos, 0o777) == 0)
            let trashed = try await run("--keep")
            #expect(trashed.hasSuffix("ms \n") && names(photos) == [".Trash-65534"], "\(trashed)")
            #expect(names(photos + "/.Trash-65534/files") == ["photo-0.jpg", "photo-0.jpg.xmp"])
            _ = try await run("--undo --keep")
            // A folder of root with the sticky bit is shared by all users.
            try #require(chmod(try folder.makeFolder("photos/.Trash"), 0o1777) == 0)
            let shared = try await run("--undo --keep")
            #expect(names(photos + "/.Trash/65534/files") == ["photo-0.jpg", "photo-0.jpg.xmp"], "\(shared)")
            withExtendedLifetime(disk) {}
        }

        /// Kills programs that trash, move or copy photos and bring them back.
        private func kill(_ kind: String) async throws {
            let trash = home.path + "/.local/share/Trash"
            let targets = kind == "trash" ? trash + "/files" : folder.path + "/target"
            var options = kind == "trash" ? "" : "--to '\(folder.path)/target'"
            if kind == "copy" { options += " --copy" }
            let rounds = ProcessInfo.processInfo.environment["TINTYPE_KILLS"].flatMap { Int($0) } ?? 8
            // The first run creates folders.
            let first = try await calls("\(options) --rounds 1")
            let calls = try await calls("\(options) --rounds 1")
            #expect(first.count >= calls.count && calls.count > 20)
            for round in 0..<rounds {
                // Each call, or some of them by chance.
                let call = rounds < calls.count ? calls.randomElement() : calls[round % calls.count]
                let comment: Comment = "round \(round), killed at \(call?.description ?? "")"
                let output = try await run("\(options) --rounds 1", killedAt: call)
                #expect(call?.name == "write" || !output.contains("undo"), comment)
                check(targets, isComplete: false, hasCopies: kind == "copy", comment)
                // Also while it recovers.
                if round.isMultiple(of: 2) {
                    _ = try await run(
                        "\(options) --rounds 0", killedAt: Call(name: "renameat2", number: Int.random(in: 1...3)))
                    check(targets, isComplete: false, hasCopies: kind == "copy", comment)
                }
                let recovered = try await run("\(options) --rounds 0")
                #expect(!recovered.contains("failure") && !recovered.contains("gone"), "\(comment): \(recovered)")
                check(targets, isComplete: true, hasCopies: kind == "copy", comment)
                for name in names(folder.path + "/photos").union(names(folder.path + "/target")) {
                    #expect(name.hasPrefix("photo-"), comment)
                }
                #expect(
                    names(trash + "/info") == Set(names(trash + "/files").map { $0 + ".trashinfo" }), comment)
                let undone = try await run("\(options) --rounds 0 --undo")
                for line in undone.split(separator: "\n") { #expect(line.hasSuffix("ms "), "\(comment): \(undone)") }
                for index in Self.photos {
                    #expect(text("\(folder.path)/photos/photo-\(index).jpg") == "photo \(index)", comment)
                    #expect(text("\(folder.path)/photos/photo-\(index).jpg.xmp") == "sidecar \(index)", comment)
                }
                #expect(names(targets) == [], comment)
                #expect(names(home.path + "/.local/state/tintype/files").allSatisfy { $0.hasPrefix(".") }, comment)
            }
        }
    }
}
