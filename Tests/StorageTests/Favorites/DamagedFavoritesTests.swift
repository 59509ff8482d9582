import Albums
import FoundationEssentials
import SeededGenerator
import Storage
import TestFixtures
import Testing

@Suite("Random damage to favorites", .timeLimit(.minutes(60)))
struct DamagedFavoritesTests {
    /// The files of a database, with which it can be opened elsewhere.
    private struct Files {
        var contents: [String: Data] = [:]

        static let database = "favorites.sqlite"
        static let log = "favorites.sqlite-wal"
        static let tally = "favorites-tally.json"
        static let copy = "favorites-copy.sqlite"

        init(of folder: FavoritesFolder, _ names: [String]) {
            for name in names {
                contents[name] = FileManager.default.contents(atPath: folder.path + "/" + name)
            }
        }

        /// Returns a new folder with the files.
        func unpacked(inMemory: Bool = false) throws -> FavoritesFolder {
            let folder = FavoritesFolder(inMemory: inMemory)
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            for (name, data) in contents { try data.write(to: URL(filePath: folder.path + "/" + name)) }
            return folder
        }
    }

    private static let all = (1...120).map { number in
        Favorite.sample(
            "photo \(number).", library: number.isMultiple(of: 2) ? "demo:" : "/home/ada/Pictures",
            added: TimeInterval(number),
            thumbnail: number.isMultiple(of: 3)
                ? nil : .webP() + (0..<number * 60).map { UInt8(truncatingIfNeeded: $0 * number) })
    }

    /// The files of a run that was killed: some favorites are in the database, others in the log.
    private static func killed() async throws -> Files {
        let folder = FavoritesFolder()
        let first = folder.open()
        try await first.add(Array(all.prefix(50)))
        await first.close()
        let second = folder.open()
        for start in stride(from: 50, to: all.count, by: 7) {
            try await second.add(Array(all[start..<min(start + 7, all.count)]))
        }
        let files = Files(of: folder, [Files.database, Files.log, Files.tally])
        await second.close()
        return files
    }

    /// The files of a run that has ended.
    private static func closed(withCopy: Bool = false) async throws -> Files {
        let folder = FavoritesFolder()
        let database = folder.open()
        try await database.add(all)
        await database.close()
        return Files(of: folder, [Files.database, Files.tally] + (withCopy ? [Files.copy] : []))
    }

    private enum Target: CaseIterable { case database, log, both }

    /// Damages a file; returns the bytes that it has changed.
    private static func damage(_ data: inout Data, _ random: inout SeededGenerator) -> Range<Int> {
        let position = Int.random(in: 0..<data.count, using: &random)
        let header = Int.random(in: 0..<min(120, data.count), using: &random)
        let length = min(1 << Int.random(in: 0...14, using: &random), data.count - position)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            data[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
            return position..<position + 1
        case 1:
            data[header] ^= 1 << UInt8.random(in: 0...7, using: &random)
            return header..<header + 1
        case 2:
            // A byte in the header of a page.
            let page = min(position / 4096 * 4096 + header % 12, data.count - 1)
            data[page] = UInt8.random(in: 0...255, using: &random)
            return page..<page + 1
        case 3:
            data.replaceSubrange(
                position..<position + length,
                with: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            return position..<position + length
        case 4:
            data.resetBytes(in: position..<position + length)
            return position..<position + length
        default:
            data.removeSubrange(position...)
            return position..<Int.max
        }
    }

    @Test("Damage to the database, its log or both is never silent, and a repair counts what it can't keep")
    func random() async throws {
        // The shared pool has threads for as many tests as there are cores.
        try await withTaskExecutorPreference(DedicatedThread(label: "damaged favorites")) {
            let sources = [try await Self.killed(), try await Self.closed()]
            let sorted = Self.all.reversed().map { $0.with(thumbnail: nil) }
            var (damages, lossless, unknown, keptCount) = (0, 0, 0, 0)
            for seed in UInt64(0)..<200 {
                var random = SeededGenerator(seed: seed)
                let source = sources[Int(seed % 2)]
                var files = source
                let target = source.contents[Files.log] == nil ? .database : Target.allCases[Int(seed / 2 % 3)]
                var damage: [String: Range<Int>] = [:]
                if target != .log { damage[Files.database] = Self.damage(&files.contents[Files.database]!, &random) }
                if target != .database { damage[Files.log] = Self.damage(&files.contents[Files.log]!, &random) }
                let context = "seed \(seed): \(damage)"

                let folder = try files.unpacked(inMemory: true)
                let database = folder.open()
                let listed = try? await database.all()
                if let listed, listed != sorted {
                    // An error is a report too.
                    let isReported = (try? await database.check()) != .some(nil)
                    #expect(isReported, "silent: \(context)")
                }
                await database.close()

                let damaged = try files.unpacked(inMemory: true)
                let repair = try FavoritesRepair(folder: damaged.path)
                let repaired = damaged.open()
                let kept = try await repaired.allWithThumbnails()
                let remaining = try await repaired.check()
                // A repair beside an instance that is closing the files could take these for damaged.
                await repaired.close()
                guard let repair else {
                    #expect(kept == Self.all.reversed(), "not repaired: \(context)")
                    continue
                }
                damages += 1
                #expect(repair.kept == kept.count, "\(context)")
                #expect(repair.lost.map { $0 == Self.all.count - kept.count } ?? true, "\(context)")
                unknown += repair.lost == nil ? 1 : 0
                #expect(!repair.isLossless || kept == Self.all.reversed(), "not lossless: \(context)")
                let changed = Set(kept).subtracting(Self.all).count
                #expect(repair.repaired == changed, "\(context)")
                lossless += repair.isLossless ? 1 : 0
                keptCount += kept.count
                #expect(remaining == nil, "\(context)")
                // Files that are still being closed can look damaged.
                try await waitUntil { try FavoritesRepair(folder: damaged.path) == nil }
            }
            let average = keptCount / max(1, damages)
            #expect(
                damages > 100 && lossless > 0 && unknown < damages / 10 && average > Self.all.count / 2,
                "\(damages) damages, \(lossless) without loss, \(unknown) unknown, \(average) kept on average")
        }
    }

    @Test("A last change that a kill has interrupted is no damage")
    func interruptedChange() async throws {
        var files = try await Self.killed()
        // The tally follows the end of a change.
        files.contents[Files.log]!.removeLast(100)
        files.contents[Files.tally] = nil
        let folder = try files.unpacked()
        #expect(try await folder.open().all().count == Self.all.count - 7)
    }

    @Test("The repair counts the favorites that no copy has")
    func lost() async throws {
        var files = try await Self.closed()
        let middle = files.contents[Files.database]!.count / 2 / 4096 * 4096
        files.contents[Files.database]!.resetBytes(in: middle..<middle + 100 * 4096)
        let folder = try files.unpacked()
        let repair = try #require(try FavoritesRepair(folder: folder.path))
        #expect(repair.kept < Self.all.count && repair.lost == Self.all.count - repair.kept)
    }

    @Test("Without any rows or a tally, the repair doesn't say how many are lost")
    func nothingKnown() async throws {
        var files = try await Self.closed()
        files.contents[Files.tally] = nil
        files.contents[Files.database]!.resetBytes(in: 0..<files.contents[Files.database]!.count)
        let folder = try files.unpacked()
        let repair = try #require(try FavoritesRepair(folder: folder.path))
        #expect(repair.kept == 0 && repair.lost == nil && !repair.isLossless)
    }

    @Test("With a copy of the last change, a repair loses nothing", arguments: 0..<20)
    func copy(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var files = try await Self.closed(withCopy: true)
        _ = Self.damage(&files.contents[Files.database]!, &random)
        let folder = try files.unpacked()
        let repair = try FavoritesRepair(folder: folder.path)
        #expect(repair?.isLossless != false)
        #expect(try await folder.open().allWithThumbnails() == Self.all.reversed())
    }
}
