import Foundation
import TestFixtures
import Testing

@testable import Storage

extension ProgramTests {
    @Suite("Favorites")
    struct Favorites {
        private let folder: PictureFolder
        private let home: TemporaryFolder

        init() throws {
            folder = try PictureFolder(["Sea/dune.png", "Sea/reef.png", "Sea/surf.png"])
            home = try TemporaryFolder()
        }

        @Test("Favorites persist, marked in the grid and listed newest first in their tab")
        func restart() async throws {
            let first = try await album()
            first.type("f")
            try await first.wait(for: " to favorites (press")
            first.press(.right)
            first.type("f")
            try await first.wait(until: "reef is a favorite") { $0.showsFavorite("reef") }
            try await quit(first)

            let second = try await album()
            try await second.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            #expect(second.showsFavorite("reef") && !second.showsFavorite("surf"))
            try await showFavorites(second)
            try await second.wait(for: "1/2")
            // The heading of a frame can arrive before its tiles.
            try await second.waitUntilIdle()
            #expect(try second.position(of: "reef") < second.position(of: "dune"))
            #expect(!second.text.contains("\u{2665}"))
        }

        @Test(
            "A favorite follows its file, whether another program renames, moves or copies it",
            arguments: [true, false])
        func moved(isRenamed: Bool) async throws {
            let first = try await album()
            first.type("f")
            try await first.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await first.waitUntilIdle()
            let (path, other) = (folder.path + "/Sea/dune.png", folder.path + "/Sea/hill.png")
            if isRenamed {
                #expect(rename(path, other) == 0)
            } else {
                // The copy has another inode and date.
                try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: other))
                try FileManager.default.removeItem(atPath: path)
            }
            try await first.wait(until: "hill is a favorite") { $0.showsFavorite("hill") }
            try await quit(first)
            #expect(try await titles() == ["hill"])

            #expect(mkdir(folder.path + "/Hills", 0o755) == 0)
            #expect(rename(other, folder.path + "/Hills/hut.png") == 0)
            let second = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await second.waitForAlbums()
            try await showFavorites(second)
            try await second.wait(for: "hut")
            try await quit(second)
            #expect(try await titles() == ["hut"])
            #expect(try await run(["-0"]).output == folder.path + "/Hills/hut.png\0")
        }

        @Test("Marks persist until their files are gone, even if the program is killed")
        func marks() async throws {
            let first = try await album()
            first.type("M")
            try await first.wait(for: "3 marked")
            // They are stored in the background.
            try await waitUntil {
                let listed = try await PrintedText(of: ["list", "--pictures", folder.path, "is:marked"], home: home)
                return listed.output.split(separator: "\n").count == 3
            }
            first.process.send(SIGKILL)
            _ = try await first.waitForEnd()
            try FileManager.default.removeItem(atPath: folder.path + "/Sea/reef.png")

            let second = try await album()
            try await second.wait(for: "2 marked")
            second.type("'")
            try await second.wait(for: "Marked photos")
            try await second.wait(for: "2 marked  1/2")
            second.press(.escape)
            // Until then, Escape and M could be Alt-M.
            try await second.wait(until: "the album is shown") { !$0.text.contains("Marked photos") }
            second.type("M")
            try await second.wait(until: "no marks") { !$0.text.contains("marked") }
            try await quit(second)
            let third = try await album()
            #expect(!third.text.contains("marked"))
        }

        @Test(
            "With another library open, favorites are shown, searched, removed and restored"
        )
        func otherLibrary() async throws {
            let first = try await album()
            first.type("f")
            try await first.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await quit(first)

            let session = try ScreenSession(["demo:"], size: (120, 40), home: home)
            try await session.waitForAlbums()
            try await showFavorites(session)
            try await session.wait(for: "1/1")
            session.type("/" + folder.path.suffix(8))
            session.press(.enter)
            try await session.wait(for: "1 of 1")
            session.press(.enter)
            try await session.wait(until: "the photo is shown") {
                $0.hasPaintedBlock(columns: 40, rows: 20)
            }
            try await session.wait(for: "\u{2665} dune")
            try await session.waitUntilIdle()
            session.type("f")
            try await session.wait(for: " from favorites")
            session.type("z")
            try await session.wait(for: "Restored \u{201C}")
            session.press(.escape)
            try await session.wait(for: "1 of 1")
            try await quit(session)
            #expect(try await titles() == ["dune"])
        }

        @Test("A photo of a deleted file is shown as its thumbnail")
        func thumbnail() async throws {
            let first = try await album()
            first.type("f")
            try await first.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await first.waitUntilIdle()
            try await quit(first)
            try FileManager.default.removeItem(atPath: folder.path + "/Sea/dune.png")

            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.waitForAlbums()
            try await showFavorites(session)
            try await session.wait(for: "dune")
            session.press(.enter)
            try await session.wait(until: "the photo is shown") {
                $0.hasPaintedBlock(columns: 40, rows: 20)
            }
        }

        @Test("Two instances see each other's changes")
        func twoInstances() async throws {
            let one = try await album()
            let other = try await album()
            one.type("f")
            try await one.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await other.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            other.press(.right)
            other.type("f")
            try await other.wait(until: "reef is a favorite") { $0.showsFavorite("reef") }
            try await one.wait(until: "reef is a favorite") { $0.showsFavorite("reef") }
            one.type("f")
            try await other.wait(until: "dune is not a favorite") { !$0.showsFavorite("dune") }
            #expect(try await titles() == ["reef"])
        }

        @Test("A killed program has saved every change it confirmed")
        func killed() async throws {
            for count in 1...2 {
                let session = try await album()
                session.type("f")
                try await session.wait(for: count.isMultiple(of: 2) ? "Removed \u{201C}" : "Added \u{201C}")
                session.process.send(SIGKILL)
                _ = try await session.waitForEnd()
                #expect(try await titles() == (count.isMultiple(of: 2) ? [] : ["dune"]))
            }
        }

        @Test(
            "Imports killed at any moment leave the database intact, with every confirmed favorite")
        func killedImports() async throws {
            let file = home.path + "/export.json"
            let begin = ContinuousClock.now
            try export(["first"], to: file)
            #expect(try await run(["--import", file]).output.contains("Imported 1"))
            let typicalDuration = begin.duration(to: .now)
            var reported = ["first"]
            for number in 1...40 {
                try export(["photo \(number) a", "photo \(number) b"], to: file)
                let session = try ScreenSession(["favorites", "--import", file], home: home)
                try await session.pause(typicalDuration * Double.random(in: 0...1))
                session.process.send(SIGKILL)
                _ = try await session.waitForEnd()
                if session.text.contains("Imported 2") {
                    reported += ["photo \(number) a", "photo \(number) b"]
                }
            }
            let kept = Set(try await titles())
            #expect(kept.isSuperset(of: reported))
            for number in 1...40 {
                // An import is all or nothing.
                #expect(kept.contains("photo \(number) a") == kept.contains("photo \(number) b"))
            }
            let database = try Database(path: home.path + "/.local/share/tintype/favorites.sqlite")
            #expect(try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        }

        @Test("A full disk is reported and loses nothing", .requiresMounting)
        func fullDisk() async throws {
            let disk = try SmallDisk(at: home.makeFolder(".local/share"), bytes: 512 << 10)
            let session = try await album()
            session.type("f")
            try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await session.waitUntilIdle()
            try disk.fill()
            session.press(.right)
            session.type("f")
            try await session.wait(for: "Couldn't update favorites: the disk is full")
            try await session.wait(until: "reef is not a favorite") { !$0.showsFavorite("reef") }
            #expect(try await titles() == ["dune"])
            disk.makeRoom()
            session.type("f")
            try await session.wait(until: "reef is a favorite") { $0.showsFavorite("reef") }
            session.process.send(SIGKILL)
            _ = try await session.waitForEnd()
            #expect(Set(try await titles()) == ["dune", "reef"])
        }

        @Test("favorites lists paths for users and scripts, and removes by path")
        func paths() async throws {
            let session = try await album()
            session.type("f")
            try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await quit(session)
            let file = home.path + "/export.json"
            try export(["7"], to: file)
            _ = try await run(["--import", file])
            let path = URL(filePath: folder.path).resolvingSymlinksInPath().path + "/Sea/dune.png"
            let lines = try await run([]).output.split(separator: "\n").map {
                $0.split(separator: "\t").map(String.init)
            }
            #expect(Set(lines.map(\.last)) == [path, "7"])
            #expect(try await run(["-0"]).output == path + "\0")
            let wrong = try await run(["--remove", path, "--remove", "8"])
            #expect(wrong.status == .exited(1) && wrong.complaints == "tintype: 8 is not a favorite\n")
            #expect(try await run(["--remove", path, "--remove", "7"]).output == "Removed 2\n")
            #expect(try await titles() == [])
        }

        @Test("A file is a favorite when opened through a parent folder or a link, too")
        func oneFile() async throws {
            let session = try await album()
            session.type("f")
            try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await quit(session)
            let link = home.path + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/Sea")
            for path in [folder.path + "/Sea", link] {
                let session = try ScreenSession([path], size: (120, 40), home: home)
                try await session.openAlbum()
                try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
                try await quit(session)
            }
        }

        @Test("A damaged row is skipped, reported and repaired by --repair")
        func damaged() async throws {
            let file = home.path + "/export.json"
            try export(["dune", "reef"], to: file)
            _ = try await run(["--import", file])
            try Database(path: home.path + "/.local/share/tintype/favorites.sqlite")
                .run("UPDATE favorite SET tags = 'x' WHERE photo = 'dune'")
            let listed = try await run([])
            #expect(listed.complaints == "tintype: 1 favorite is damaged; run tintype favorites --repair\n")
            #expect(listed.status == .exited(1) && listed.output.hasPrefix("reef\t"))
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.wait(for: "1 favorite is damaged; run tintype favorites --repair")
            try await session.waitForAlbums()
            session.type("\u{1B}3")
            try await session.wait(for: "reef")
            #expect(try await run(["--repair"]).output.hasPrefix("2 kept (0 repaired), 0 lost; backup: "))
            try await session.wait(for: "dune")
            #expect(try await run(["--repair"]).output == "No damage found\n")
            #expect(Set(try await titles()) == ["dune", "reef"])
        }

        @Test("A damaged database is reported with status 1, and so is one that has lost favorites, until --repair")
        func damagedFile() async throws {
            let file = home.path + "/export.json"
            let database = URL(filePath: home.path + "/.local/share/tintype/favorites.sqlite")
            try export(["dune"], to: file)
            _ = try await run(["--import", file])
            let older = try Data(contentsOf: database)
            try export((1...30).map { "photo \($0)" }, to: file)
            _ = try await run(["--import", file])
            for (position, isListed) in [(2, false), (18, true), (100, false), (nil, true)] {
                var damaged = try Data(contentsOf: database)
                // The title in a row of the table.
                let title = try #require(damaged.range(of: Data("photo 7aphoto 7[]".utf8)))
                damaged[position ?? title.lowerBound + 10] ^= 1
                try damaged.write(to: database)
                let listed = try await run([])
                #expect(listed.status == .exited(1), "\(listed)")
                #expect(listed.complaints.contains("tintype favorites --repair"), "\(listed.complaints)")
                #expect(isListed == !listed.output.isEmpty, "\(listed)")
                let repair = try await run(["--repair"])
                #expect(repair.output.hasPrefix("31 kept (0 repaired), 0 lost; backup: "), "\(repair)")
                #expect(repair.status == .exited(0))
                #expect(try await titles().count == 31)
            }
            try older.write(to: database)
            let listed = try await run([])
            #expect(listed.status == .exited(1) && listed.output.hasPrefix("dune\t"))
            let message = "30 favorites were lost since the last run; tintype favorites --repair restores them"
            #expect(listed.complaints == "tintype: \(message)\n")
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.wait(for: message)
            try await quit(session)
            #expect(try await run(["--repair"]).output.hasPrefix("31 kept (0 repaired), 0 lost; backup: "))
            #expect(try await titles().count == 31)
        }

        @Test("After quitting, the database file alone has the favorites")
        func backup() async throws {
            let session = try await album()
            session.type("f")
            try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await quit(session)
            let data = home.path + "/.local/share/tintype"
            let elsewhere = try TemporaryFolder()
            let target = try elsewhere.makeFolder(".local/share/tintype")
            try FileManager.default.copyItem(
                atPath: data + "/favorites.sqlite", toPath: target + "/favorites.sqlite")
            #expect(try await run([], home: elsewhere).output.hasPrefix("dune"))
        }

        @Test("Favorites in a folder that can't be written are listed", .requiresMounting)
        func readOnly() async throws {
            let data = try home.makeFolder(".local/share/tintype")
            let file = home.path + "/export.json"
            try export(["dune"], to: file)
            _ = try await run(["--import", file])
            let names = try FileManager.default.contentsOfDirectory(atPath: data)
            let files = try names.map { ($0, try Data(contentsOf: URL(filePath: "\(data)/\($0)"))) }
            let disk = try SmallDisk(at: data, bytes: 1 << 20)
            for (name, contents) in files { try contents.write(to: URL(filePath: "\(data)/\(name)")) }
            try #require(mount(nil, data, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
            #expect(try await titles() == ["dune"])
            let imported = try await run(["--import", file])
            #expect(imported.status == .exited(0) && imported.output == "Imported 0; 1 already in favorites\n")
            try export(["reef"], to: file)
            let refused = try await run(["--import", file])
            #expect(refused.status == .exited(1) && refused.complaints.contains("favorites are unchanged"))
            withExtendedLifetime(disk) {}
        }

        @Test("The details of a deleted file show its old path and that the thumbnail is shown")
        func gone() async throws {
            let first = try await album()
            first.type("f")
            try await first.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await first.waitUntilIdle()
            try await quit(first)
            try FileManager.default.removeItem(atPath: folder.path + "/Sea/dune.png")
            // Too narrow for a picture beside the details, which would break lines.
            let session = try ScreenSession(["demo:"], size: (98, 40), home: home)
            try await session.waitForAlbums()
            try await showFavorites(session)
            session.type("i")
            try await session.wait(for: "stored thumbnail, 48 \u{00D7} 32 pixels")
            try await session.wait(for: "the file is gone:")
            try await session.wait(for: "/Sea/dune.png")
            try await session.wait(forNo: "over the network")
            session.type("q")
            try await session.wait(forNo: "the file is gone:")
            session.type("S")
            try await session.wait(for: "Couldn't save: the file is gone")
        }

        @Test("An export and import on another computer preserves the favorites")
        func export() async throws {
            let session = try await album()
            session.type("f")
            try await session.wait(until: "dune is a favorite") { $0.showsFavorite("dune") }
            try await session.waitUntilIdle()
            try await quit(session)
            let exported = try await run(["--json"]).output
            #expect(exported.contains("\"thumbnail\" : \"UklGR"))
            let file = home.path + "/export.json"
            try exported.write(toFile: file, atomically: true, encoding: .utf8)
            let elsewhere = try TemporaryFolder()
            #expect(
                try await run(["--import", "-"], home: elsewhere, input: file).output == "Imported 1\n")
            #expect(try await run(["--json"], home: elsewhere).output == exported)
            #expect(
                try await run(["--import", file], home: elsewhere).output
                    == "Imported 0; 1 already in favorites\n")
        }

        @Test(
            "An invalid export is refused with one line and changes nothing",
            arguments: [
                ("hello", "not a favorites export"), (#"{"tintype-favorites": 9}"#, "a newer version"),
                (#"{"tintype-favorites": 1, "favorites": [{}]}"#, "damaged at favorites[0].library"),
            ])
        func noExport(content: String, words: String) async throws {
            let file = home.path + "/export.json"
            try export(["kept"], to: file)
            _ = try await run(["--import", file])
            try content.write(toFile: file, atomically: true, encoding: .utf8)
            let outcome = try await run(["--import", file])
            #expect(outcome.status == .exited(1))
            #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
            #expect(outcome.complaints.split(separator: "\n").count == 1)
            #expect(try await titles() == ["kept"])
        }

        // MARK: Helpers

        private func album() async throws -> ScreenSession {
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "surf")
            // A key counts once the terminal has its photo.
            try await session.waitUntilIdle()
            return session
        }

        private func showFavorites(_ session: ScreenSession) async throws {
            // The tabs of a folder are below its path, those of an owner below name and address.
            func tabs(_ session: ScreenSession) -> String { session.rows[1...2].joined(separator: " ") }
            if !tabs(session).contains("Favorites") {
                session.press(.escape)
                try await session.waitForAlbums()
            }
            session.type("\u{1B}3")
            try await session.wait(until: "the tab is shown") {
                tabs($0).contains(#/[0-9]+\/[0-9]+/#) && $0.text.contains("slideshow")
            }
        }

        private func quit(_ session: ScreenSession) async throws {
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))
        }

        /// Returns the titles of all favorites, newest first.
        private func titles() async throws -> [String] {
            let outcome = try await run([])
            #expect(outcome.status == .exited(0), "\(outcome.complaints)")
            return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }

        private func export(_ titles: [String], to file: String) throws {
            let favorites = titles.map { title in
                """
                {"library": "demo:", "photo": "\(title)", "album": "a", "title": "\(title)", "tags": [], \
                "added": "2026-01-01T00:00:00.000Z"}
                """
            }
            let text =
                #"{"tintype-favorites": 1, "favorites": ["# + favorites.joined(separator: ",") + "]}"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }

        /// Runs `tintype favorites` and returns its output.
        private func run(
            _ arguments: [String], home: TemporaryFolder? = nil, input: String? = nil
        ) async throws -> (output: String, complaints: String, status: ChildProcess.Ending) {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(
                ["favorites"] + arguments, home: home ?? self.home,
                input: input.map { .file($0) } ?? .terminal,
                output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            let status = try await session.waitForEnd()
            return (
                try String(contentsOfFile: folder.path + "/out", encoding: .utf8),
                try String(contentsOfFile: folder.path + "/err", encoding: .utf8), status
            )
        }
    }
}

extension ScreenSession {
    /// Whether a grid with a single row of tiles shows the photo with this title as a favorite. The favorite icon is at
    /// the tile's top right, and the title is centered below the tile.
    fileprivate func showsFavorite(_ title: String) -> Bool {
        guard let position = try? position(of: title) else { return false }
        let frame = Set<Character>(" \u{2517}\u{2501}\u{251B}")
        let titles = Array(row(position.row))
        let next = titles.indices.dropFirst(position.column + title.count).first { !frame.contains(titles[$0]) }
        return rows.prefix(position.row).contains { row in
            row.enumerated().contains { column, character in
                character == "\u{2665}" && column > position.column && column < next ?? .max
            }
        }
    }
}
