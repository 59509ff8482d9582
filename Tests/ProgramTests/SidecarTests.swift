import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    /// `tintype-bench sidecars` writes as the program does, but without a screen.
    @Suite("Sidecars of programs that end or run at once")
    struct Sidecars {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder(isOpenToAll: true)
        }

        /// Starts a program that writes `count` sidecars again and again, and prints the number of each finished round.
        private func start(
            _ options: String, of program: String = BuiltProgram.path(of: "tintype-bench"), printing output: String
        ) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "exec \(program) sidecars '\(folder.path)' \(options) > '\(output)' 2>&1"]
            process.environment = TestEnvironment.variables(home: folder.path)
            try process.run()
            return process
        }

        private func lines(_ path: String) -> [Substring] {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            // The last one may be unfinished.
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        }

        private func sidecar(_ index: Int) -> String? {
            try? String(contentsOfFile: "\(folder.path)/photo-\(index).jpg.xmp", encoding: .utf8)
        }

        private func text(_ attributes: [String]) -> String {
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Tintype">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description
                rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            \(attributes.map { "    xmp:\($0)" }.joined(separator: "\n"))/>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """
        }

        @Test("A kill at any moment leaves the old or the new sidecar, and every reported change")
        func kills() async throws {
            let output = try TemporaryFolder()
            let rounds = ProcessInfo.processInfo.environment["TINTYPE_KILLS"].flatMap { Int($0) } ?? 20
            for round in 0..<rounds {
                let printed = "\(output.path)/\(round)"
                let process = try start("--count 7 --rounds 100000 --labels", printing: printed)
                try await waitUntil { lines(printed).count > 0 || !process.isRunning }
                await DedicatedThread.sleep(milliseconds: Int.random(in: 0...30))
                kill(process.processIdentifier, SIGKILL)
                try await waitUntil { !process.isRunning }
                let last = try #require(lines(printed).last?.prefix { $0.isNumber })
                let reported = try #require(Int(last))
                for index in 0..<7 {
                    let possible = [reported, reported + 1].map { text(["Label=\"Round \($0)\""]) }
                    #expect(possible.contains(try #require(sidecar(index))), "round \(round): \(reported)")
                }
            }
            // Of each kill, at most the files of one round are left.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { !$0.hasPrefix(".") }.count == 7 && names.count <= 7 * (rounds + 1))
        }

        @Test("A kill at any moment leaves the old or the new picture, and every reported change")
        func killsOfPictures() async throws {
            let output = try TemporaryFolder()
            let pictures = try PictureFolder()
            for index in 0..<4 { try pictures.write(JPEGFile.bytes, at: Array("\(index).jpg".utf8)) }
            let paths = (0..<4).map { "\(pictures.path)/\($0).jpg" }
            func pixels(_ path: String) throws -> Data {
                let file = try Data(contentsOf: URL(filePath: path))
                // The tables and all that follows.
                return file[try #require(file.firstRange(of: Data([0xFF, 0xDB]))).lowerBound...]
            }
            let old = try paths.map(pixels)
            let rounds = ProcessInfo.processInfo.environment["TINTYPE_KILLS"].flatMap { Int($0) } ?? 20
            for round in 0..<rounds {
                let printed = "\(output.path)/\(round)"
                let list = paths.map { "'\($0)'" }.joined(separator: " ")
                let process = try start("--rounds 100000 --labels --pictures \(list)", printing: printed)
                try await waitUntil { lines(printed).count > 0 || !process.isRunning }
                await DedicatedThread.sleep(milliseconds: Int.random(in: 0...30))
                kill(process.processIdentifier, SIGKILL)
                try await waitUntil { !process.isRunning }
                let last = try #require(lines(printed).last?.prefix { $0.isNumber })
                let reported = try #require(Int(last))
                for (path, old) in zip(paths, old) {
                    let file = try Data(contentsOf: URL(filePath: path))
                    let labels = [reported, reported + 1].map { Data("xmp:Label=\"Round \($0)\"".utf8) }
                    #expect(labels.contains { file.firstRange(of: $0) != nil }, "round \(round): \(reported)")
                    #expect(try pixels(path) == old)
                }
            }
        }

        @Test("Two programs that change different properties of the same sidecars lose nothing of each other")
        func twoPrograms() async throws {
            let output = try TemporaryFolder()
            let programs = try [
                start("--count 5 --rounds 59", printing: output.path + "/ratings"),
                start("--count 5 --rounds 60 --labels", printing: output.path + "/labels"),
            ]
            try await waitUntil { programs.allSatisfy { !$0.isRunning } }
            for name in ["ratings", "labels"] {
                let lines = lines("\(output.path)/\(name)")
                #expect(lines.count >= 59 && lines.allSatisfy { $0.hasSuffix("ms ") }, "\(lines)")
            }
            for index in 0..<5 {
                let attributes = ["Rating=\"5\"", "Label=\"Round 60\""]
                #expect([attributes, attributes.reversed()].map(text).contains(try #require(sidecar(index))))
            }
        }

        @Test("Without Exempi, sidecars stay unchanged, and its package is named", .requiresMounting)
        func missingLibrary() async throws {
            let scripts = try TemporaryFolder()
            try scripts.addFile(
                "hide",
                contents: """
                    for file in $(/usr/sbin/ldconfig -p | sed -nE 's/.*libexempi\\.so\\.[0-9.]+ .* => //p')
                    do mount --bind /dev/null "$file" || exit 99; done
                    exec '\(BuiltProgram.path(of: "tintype-bench"))' "$@"
                    """)
            let old = text(["Label=\"old\""])
            try folder.addFile("photo-0.jpg.xmp", contents: old)
            let printed = scripts.path + "/output"
            let process = try start(
                "--count 2 --rounds 1", of: "unshare --mount /bin/sh '\(scripts.path)/hide'", printing: printed)
            try await waitUntil { !process.isRunning }
            #expect(try #require(lines(printed).first).hasSuffix("ms missingPackage(\"libexempi8\")"))
            #expect(sidecar(0) == old && sidecar(1) == nil)
        }

        @Test("Another user's sidecars and folders stay unchanged", .requiresRoot)
        func otherUser() async throws {
            let copy = try TemporaryFolder()
            let program = copy.path + "/tintype-bench"
            try #require(system("cp '\(BuiltProgram.path(of: "tintype-bench"))' '\(program)'") == 0)
            let nobody = "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups \(program)"
            let output = copy.path + "/output"
            func run() async throws -> Substring {
                let process = try start("--count 1 --rounds 1", of: nobody, printing: output)
                try await waitUntil { !process.isRunning }
                return try #require(lines(output).first)
            }
            let old = text(["Label=\"old\""])
            try folder.addFile("photo-0.jpg.xmp", contents: old)
            try #require(chmod(folder.path + "/photo-0.jpg.xmp", 0o666) == 0)
            #expect(try await run().hasSuffix("ms foreignOwner"))
            try #require(chown(folder.path + "/photo-0.jpg.xmp", 65534, 65534) == 0 && chmod(folder.path, 0o755) == 0)
            #expect(try await run().hasSuffix("ms unwritable(reason: \"Permission denied\")"))
            try #require(chmod(folder.path, 0o777) == 0 && chmod(folder.path + "/photo-0.jpg.xmp", 0o400) == 0)
            #expect(try await run().hasSuffix("ms unwritable(reason: \"Permission denied\")"))
            #expect(sidecar(0) == old)
            try #require(chmod(folder.path + "/photo-0.jpg.xmp", 0o600) == 0)
            #expect(try await run().hasSuffix("ms "))
            #expect(sidecar(0) == text(["Label=\"old\"", "Rating=\"1\""]))
        }

        @Test("Another user's pictures, and those in a folder that can't be written, stay unchanged", .requiresRoot)
        func picturesOfOtherUser() async throws {
            let copy = try TemporaryFolder()
            let program = copy.path + "/tintype-bench"
            try #require(system("cp '\(BuiltProgram.path(of: "tintype-bench"))' '\(program)'") == 0)
            let nobody = "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups \(program)"
            let (output, path) = (copy.path + "/output", folder.path + "/a.jpg")
            func run() async throws -> Substring {
                let process = try start("--rounds 1 --pictures '\(path)'", of: nobody, printing: output)
                try await waitUntil { !process.isRunning }
                return try #require(lines(output).first)
            }
            func isUnchanged() throws -> Bool { try Data(contentsOf: URL(filePath: path)) == Data(JPEGFile.bytes) }
            try Data(JPEGFile.bytes).write(to: URL(filePath: path))
            try #require(chmod(path, 0o666) == 0)
            #expect(try await run().hasSuffix("ms foreignOwner"))
            try #require(chown(path, 65534, 65534) == 0 && chmod(folder.path, 0o755) == 0)
            #expect(try await run().hasSuffix("ms unwritable(reason: \"Permission denied\")"))
            #expect(try isUnchanged())
            try #require(chmod(folder.path, 0o777) == 0)
            #expect(try await run().hasSuffix("ms "))
            #expect(try !isUnchanged())
        }
    }
}
