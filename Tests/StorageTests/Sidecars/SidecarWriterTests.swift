import Albums
import Basics
import Foundation
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Storage

@Suite("Writing sidecars", .timeLimit(.minutes(60)))
struct SidecarWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Appends lines with the properties, so that a lost change is a missing line.
    private static func append(_ sidecars: [(bytes: [UInt8], properties: PhotoProperties)]) -> [Result<
        EditedPacket, SidecarFailure
    >] {
        sidecars.map { bytes, properties in
            if bytes.starts(with: "damaged".utf8) { return .failure(.damaged) }
            return .success(
                EditedPacket(bytes + "\(properties.values.rating ?? 9) \(properties.values.label ?? "")\n".utf8))
        }
    }

    private let writer = SidecarWriter(edit: append)

    private func change(_ name: String, rating: Int = 4, label: String? = nil) -> SidecarChange {
        var properties = PhotoProperties()
        (properties.values.rating, properties.values.label) = (rating, label)
        return SidecarChange(path: Array("\(folder.path)/\(name)".utf8), properties: properties)
    }

    private func write(_ name: String, by writer: SidecarWriter? = nil) async -> SidecarFailure? {
        await (writer ?? self.writer).write([change(name)])[0]
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(folder.path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat("\(folder.path)/\(name)", &status) == 0)
        return status
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("A new sidecar is created, with the permissions of other new files")
    func new() async throws {
        #expect(await write("a.jpg.xmp") == nil)
        #expect(text("a.jpg.xmp") == "4 \n")
        let other = open(folder.path + "/other", O_WRONLY | O_CREAT, 0o666)
        try #require(other >= 0 && close(other) == 0)
        #expect(try status("a.jpg.xmp").st_mode & 0o777 == status("other").st_mode & 0o777)
        #expect(try names() == ["a.jpg.xmp", "other"])
    }

    @Test("If the photo is another file than the one that was shown, its sidecar stays")
    func otherPhoto() async throws {
        try folder.addFile("a.jpg", contents: "a")
        let path = Array("\(folder.path)/a.jpg".utf8)
        let photo = IdentifiedFile(path: path, identity: try #require(FileIdentity(at: path)))
        func change() -> SidecarChange {
            SidecarChange(
                path: Array("\(folder.path)/a.jpg.xmp".utf8), of: photo, properties: self.change("").properties)
        }
        #expect(await writer.write([change()]) == [nil])
        // Another program has written it in place.
        try folder.addFile("a.jpg", contents: "edited")
        #expect(await writer.write([change()]) == [nil])
        try folder.addFile("b.jpg", contents: "edited")
        rename(folder.path + "/b.jpg", folder.path + "/a.jpg")
        #expect(await writer.write([change()]) == [.photoReplaced])
        try folder.removeFile("a.jpg")
        #expect(await writer.write([change()]) == [.photoReplaced])
        #expect(text("a.jpg.xmp") == "4 \n4 \n")
        #expect(try names() == ["a.jpg.xmp"])
    }

    @Test("The permissions and extended attributes of a sidecar stay, and nothing else is left in the folder")
    func attributes() async throws {
        typealias Set =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
            ) -> Int32
        typealias Get =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int
            ) -> Int
        let set = unsafeBitCast(try #require(dlsym(nil, "setxattr")), to: Set.self)
        let get = unsafeBitCast(try #require(dlsym(nil, "getxattr")), to: Get.self)
        try folder.addFile("a.xmp", contents: "old\n")
        let path = folder.path + "/a.xmp"
        try #require(chmod(path, 0o4642) == 0)
        let hasAttributes = set(path, "user.tintype", "value", 5, 0) == 0
        let inode = try status("a.xmp").st_ino
        #expect(await write("a.xmp") == nil)
        #expect(text("a.xmp") == "old\n4 \n")
        #expect(try status("a.xmp").st_mode & 0o7777 == 0o4642)
        #expect(try status("a.xmp").st_ino != inode)
        if hasAttributes {
            var value = [UInt8](repeating: 0, count: 9)
            #expect(get(path, "user.tintype", &value, 9) == 5 && value.starts(with: "value".utf8))
        }
        #expect(try names() == ["a.xmp"])
    }

    @Test("Root keeps the owner of a sidecar", .requiresRoot)
    func owner() async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        try #require(chown(folder.path + "/a.xmp", 12, 34) == 0)
        #expect(await write("a.xmp") == nil)
        #expect(try status("a.xmp").st_uid == 12 && status("a.xmp").st_gid == 34)
        #expect(text("a.xmp") == "old\n4 \n")
    }

    @Test("A change that changes nothing leaves the file alone")
    func unchanged() async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let before = try status("a.xmp")
        let writer = SidecarWriter { sidecars in sidecars.map { .success(EditedPacket($0.bytes)) } }
        #expect(await writer.write([change("a.xmp"), change("b.xmp")]) == [nil, nil])
        let after = try status("a.xmp")
        #expect(before.st_ino == after.st_ino && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
        #expect(try names() == ["a.xmp"])
    }

    @Test("The target of a link is changed, and the link stays")
    func links() async throws {
        _ = try folder.makeFolder("other")
        try folder.addFile("other/a.xmp", contents: "old\n")
        try folder.addLink("a.xmp", to: "other/a.xmp")
        try folder.addLink("dangling.xmp", to: "other/none.xmp")
        try folder.addLink("folder.xmp", to: "other")
        #expect(await write("a.xmp") == nil)
        #expect(text("other/a.xmp") == "old\n4 \n")
        #expect(try status("a.xmp").st_mode & S_IFMT == S_IFLNK)
        for name in ["dangling.xmp", "folder.xmp"] { #expect(await write(name) == .notAFile) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other") == ["a.xmp"])
    }

    @Test("Anything but a regular file stays, and no write blocks on it")
    func otherKinds() async throws {
        try folder.addFIFO("fifo.xmp")
        try folder.addSocket("socket.xmp")
        _ = try folder.makeFolder("folder.xmp")
        for name in ["fifo.xmp", "socket.xmp", "folder.xmp"] { #expect(await write(name) == .notAFile) }
        #expect(try names() == ["fifo.xmp", "folder.xmp", "socket.xmp"])
    }

    @Test("Sidecars that can't be changed stay unchanged, and the others are written")
    func refusals() async throws {
        let long = String(repeating: "x", count: 1 << 20 + 1)
        try folder.addFile("damaged.xmp", contents: "damaged")
        try folder.addFile("long.xmp", contents: long)
        try folder.addFile("fixed.xmp", contents: "fixed")
        try #require(chmod(folder.path + "/fixed.xmp", 0o444) == 0)
        let results = await writer.write(
            ["damaged.xmp", "long.xmp", "fixed.xmp", "none/a.xmp", "good.xmp"].map { change($0) })
        #expect(
            results == [
                .damaged, .tooLarge, .unwritable(reason: "Permission denied"),
                .unwritable(reason: "No such file or directory"), nil,
            ])
        #expect(text("damaged.xmp") == "damaged" && text("long.xmp") == long && text("fixed.xmp") == "fixed")
        #expect(text("good.xmp") == "4 \n")
        #expect(try names() == ["damaged.xmp", "fixed.xmp", "good.xmp", "long.xmp"])
    }

    @Test("All files of a photo are changed or none, and the problem names the file that can't be")
    func together() async throws {
        try folder.addFile("fixed.xmp", contents: "fixed")
        try folder.addFile("shared.xmp", contents: "old\n")
        try folder.addFIFO("fifo.xmp")
        try #require(chmod(folder.path + "/fixed.xmp", 0o444) == 0)
        func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }
        let photos = [
            ["a.xmp", "fixed.xmp"], ["fifo.xmp", "shared.xmp"], ["shared.xmp", "b.xmp"], ["c.xmp", "d.xmp"],
        ]
        let results = await writer.write(photos: photos.map { $0.map { change($0) } })
        #expect(
            results == [
                .failure(SidecarProblem(path: path("fixed.xmp"), .unwritable(reason: "Permission denied"))),
                .failure(SidecarProblem(path: path("fifo.xmp"), .notAFile)),
                .failure(SidecarProblem(path: path("fifo.xmp"), .notAFile)),
                .success(PhotoProperties()),
            ])
        #expect(try names() == ["c.xmp", "d.xmp", "fifo.xmp", "fixed.xmp", "shared.xmp"])
        #expect(text("shared.xmp") == "old\n" && text("c.xmp") == "4 \n" && text("d.xmp") == "4 \n")
    }

    @Test("A photo whose last file can't be replaced in the end is as before", arguments: ["a.xmp", "new.xmp"])
    func takenBack(name: String) async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let path = Array("\(folder.path)/\(name)".utf8)
        let before = FileNode(at: path)
        let file = try XMPFile(reading: path)
        let replacement = try file.replacement(Array("new\n".utf8))
        try replacement.sync()
        #expect(try file.publish(replacement))
        #expect(text(name) == "new\n")
        #expect(file.takeBack(replacement))
        #expect(text(name) == (before == nil ? nil : "old\n"))
        #expect(FileNode(at: path) == before)
        let again = try XMPFile(reading: path)
        let other = try again.replacement(Array("new\n".utf8))
        try other.sync()
        #expect(try again.publish(other))
        try Data("other".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"), options: .atomic)
        #expect(!again.takeBack(other))
        #expect(text(name) == "other")
    }

    @Test("A sidecar that another program has locked stays unchanged", arguments: [true, false])
    func locked(isWhole: Bool) async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let file = open(folder.path + "/a.xmp", O_RDWR | O_CLOEXEC)
        if isWhole {
            try #require(flock(file, LOCK_EX) == 0)
        } else {
            // F_OFD_SETLK of <fcntl.h>.
            var lock = flock(l_type: Int16(F_RDLCK), l_whence: 0, l_start: 0, l_len: 1, l_pid: 0)
            try #require(fcntl(file, 37, &lock) == 0)
        }
        #expect(await write("a.xmp") == .locked)
        #expect(text("a.xmp") == "old\n")
        close(file)
        // A program that another test is starting may still have the descriptor.
        try await waitUntil { await write("a.xmp") == nil }
    }

    @Test("A folder that another instance keeps locked is given up in the end")
    func lockedFolder() async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let lock = open(folder.path, O_RDONLY | O_CLOEXEC)
        try #require(flock(lock, LOCK_EX) == 0)
        #expect(await write("a.xmp") == .locked)
        #expect(text("a.xmp") == "old\n")
        close(lock)
        try await waitUntil { await write("a.xmp") == nil }
        #expect(try names() == ["a.xmp"])
    }

    @Test("Changes by another program during a write are merged", arguments: ["old\n", nil])
    func merging(old: String?) async throws {
        if let old { try folder.addFile("a.xmp", contents: old) }
        let path = folder.path + "/a.xmp"
        let attempts = Mutex(0)
        let writer = SidecarWriter { sidecars in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            // In place, or by a new file, within the precision of times.
            if attempt < 4 {
                try? Data("other \(attempt)\n".utf8).write(
                    to: URL(filePath: path), options: attempt == 2 ? .atomic : [])
            }
            return Self.append(sidecars)
        }
        #expect(await write("a.xmp", by: writer) == nil)
        #expect(text("a.xmp") == "other 3\n4 \n")
        #expect(try names() == ["a.xmp"])
    }

    @Test("A sidecar that another program is writing in place is read again", arguments: ["", "damaged"])
    func unfinished(start: String) async throws {
        try folder.addFile("a.xmp", contents: start)
        let path = folder.path + "/a.xmp"
        let attempts = Mutex(0)
        let writer = SidecarWriter(secondsOfWriting: 100_000) { sidecars in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 3 { try? Data("other\n".utf8).write(to: URL(filePath: path)) }
            return Self.append(sidecars)
        }
        #expect(await write("a.xmp", by: writer) == nil)
        #expect(text("a.xmp") == "other\n4 \n")
        // One that stays like this, and one that a crash has left.
        try folder.addFile("b.xmp", contents: start)
        #expect(await write("b.xmp", by: writer) == (start.isEmpty ? .keepsChanging : .damaged))
        #expect(text("b.xmp") == start)
        try folder.addFile("empty.xmp")
        try folder.setModificationTime(ofFile: "empty.xmp", toSecondsSince1970: 1_000_000)
        #expect(await write("empty.xmp") == nil)
        #expect(text("empty.xmp") == "4 \n")
    }

    @Test("A sidecar that another program keeps changing is given up in the end")
    func busy() async throws {
        let path = folder.path + "/a.xmp"
        let count = Mutex(0)
        let writer = SidecarWriter { sidecars in
            let number = count.withLock { count in
                count += 1
                return count
            }
            try? Data("other \(number)\n".utf8).write(to: URL(filePath: path))
            return Self.append(sidecars)
        }
        #expect(await write("a.xmp", by: writer) == .keepsChanging)
        #expect(text("a.xmp") == "other \(count.withLock { $0 })\n")
        #expect(try names() == ["a.xmp"])
    }

    @Test("Changes of one file are made in their order, also while others are being written")
    func order() async throws {
        let writer = SidecarWriter { sidecars in
            sidecars.map { bytes, properties in
                // The last change wins, and earlier ones of other properties stay.
                let old = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
                let rating = properties.values.rating.map(String.init) ?? old.first ?? ""
                return .success(EditedPacket(Array("\(rating) \(properties.values.label ?? old.last ?? "")".utf8)))
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for file in 0..<8 {
                group.addTask {
                    for rating in 0...20 {
                        let label = rating == 7 ? "seven" : nil
                        #expect(await writer.write([change("\(file).xmp", rating: rating, label: label)]) == [nil])
                    }
                }
            }
        }
        for file in 0..<8 { #expect(text("\(file).xmp") == "20 seven") }
        let sequence = (0...9).map { change("many.xmp", rating: $0, label: $0 == 3 ? "three" : nil) }
        #expect(await writer.write(sequence) == sequence.map { _ in nil })
        #expect(text("many.xmp") == "9 three")
    }

    @Test("A change that expects values is compared with the bytes that it replaces, and written by itself")
    func expected() async throws {
        let path = folder.path + "/a.xmp"
        let attempts = Mutex(0)
        let writer = SidecarWriter { sidecars in
            sidecars.map { bytes, properties in
                if !properties.expected.isEmpty {
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    // Another program, after the sidecar was read.
                    if attempt == 1 { try? Data("2".utf8).write(to: URL(filePath: path)) }
                }
                let rating = Int(String(decoding: bytes, as: UTF8.self)) ?? 0
                guard properties.expected.rating ?? rating == rating else {
                    return .failure(.otherValues(PhotoValues(rating: rating)))
                }
                return .success(EditedPacket(Array("\(properties.values.rating ?? rating)".utf8)))
            }
        }
        var inverse = change("a.xmp", rating: 0).properties
        inverse.expected = PhotoValues(rating: 3)
        let back = SidecarChange(path: Array(path.utf8), properties: inverse)
        let results = await writer.write([change("a.xmp", rating: 3), back, change("b.xmp", rating: 5)])
        #expect(results == [nil, .otherValues(PhotoValues(rating: 2)), nil])
        #expect(text("a.xmp") == "2" && text("b.xmp") == "5")
        #expect(await writer.write([change("a.xmp", rating: 3)]) == [nil])
        #expect(await writer.write([back, change("a.xmp", rating: 4)]) == [nil, nil])
        #expect(text("a.xmp") == "4")
    }

    @Test("Instances that change the same sidecars at once keep each other's changes")
    func instances() async throws {
        let (files, rounds) = (5, 25)
        await withTaskGroup(of: Void.self) { group in
            for instance in 0..<3 {
                group.addTask {
                    let writer = SidecarWriter(edit: Self.append)
                    for round in 0..<rounds {
                        let changes = (0..<files).map { change("\($0).xmp", rating: instance, label: "\(round)") }
                        #expect(await writer.write(changes) == changes.map { _ in nil })
                    }
                }
            }
        }
        let all = (0..<3).flatMap { instance in (0..<rounds).map { "\(instance) \($0)" } }.sorted()
        for file in 0..<files {
            #expect(text("\(file).xmp")?.split(separator: "\n").map(String.init).sorted() == all)
        }
        #expect(try names().count == files)
    }

    @Test("More sidecars than fit in one round, with any names, are written")
    func many() async throws {
        let names = (0..<150).map { Array("\($0).jpg.xmp".utf8) } + [[0xFF, 0xFE], Array("a\nb ü.xmp".utf8)]
        var properties = PhotoProperties()
        properties.values.rating = 3
        let paths = names.map { folder.bytes + [UInt8(ascii: "/")] + $0 }
        let changes = paths.map { SidecarChange(path: $0, properties: properties) }
        #expect(await writer.write(changes) == changes.map { _ in nil })
        for path in paths {
            let file = path.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
            defer { close(file) }
            #expect(try SmallFile.contents(of: file, atMost: 100).bytes == Array("3 \n".utf8))
        }
        #expect(await writer.write([]) == [])
    }

    @Test("On a full disk a sidecar stays unchanged, and nothing half-written is left", .requiresMounting)
    func fullDisk() async throws {
        let disk = try SmallDisk(at: folder.path, bytes: 1 << 16)
        try folder.addFile("a.xmp", contents: "old\n")
        try disk.fill()
        #expect(await write("a.xmp") == .unwritable(reason: "No space left on device"))
        #expect(await write("new.xmp") == .unwritable(reason: "No space left on device"))
        #expect(text("a.xmp") == "old\n" && text("new.xmp") == nil)
        disk.makeRoom()
        #expect(await write("a.xmp") == nil)
        #expect(try names() == ["a.xmp"])
    }

    @Test("On a read-only disk a sidecar stays unchanged", .requiresMounting)
    func readOnlyDisk() async throws {
        let disk = try SmallDisk(at: folder.path, bytes: 1 << 16)
        try folder.addFile("a.xmp", contents: "old\n")
        try #require(mount("tmpfs", disk.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        #expect(await write("a.xmp") == .unwritable(reason: "Read-only file system"))
        #expect(await write("b.xmp") == .unwritable(reason: "Read-only file system"))
        #expect(text("a.xmp") == "old\n")
    }

    @Test(
        "Changes by another program in the last moment stay",
        arguments: ["in place", "in as many bytes", "renamed", "removed"])
    func lastMoment(way: String) throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let path = folder.path + "/a.xmp"
        let file = try XMPFile(reading: Array(path.utf8))
        let replacement = try file.replacement(Array("new\n".utf8))
        try replacement.sync()
        func publish() throws -> Bool {
            try file.publish(replacement) {
                switch way {
                case "in place": try? Data("other\n".utf8).write(to: URL(filePath: path))
                case "in as many bytes": try? Data("odd\n".utf8).write(to: URL(filePath: path))
                case "renamed": try? Data("other\n".utf8).write(to: URL(filePath: path), options: .atomic)
                default: unlink(path)
                }
            }
        }
        if way == "removed" {
            // Neither change is lost.
            #expect(try publish())
            #expect(text("a.xmp") == "new\n")
        } else {
            #expect(try !publish())
            #expect(text("a.xmp") == (way == "in as many bytes" ? "odd\n" : "other\n"))
        }
    }

    /// Rates a photo, or takes that back, from one number of stars to another.
    private func rate(_ name: String = "a.xmp", from old: Int?, to new: Int?, isUndo: Bool = false) async {
        let (old, new) = (Assessment(stars: old), Assessment(stars: new))
        let change = SidecarChange(
            path: Array("\(folder.path)/\(name)".utf8), properties: PhotoProperties(from: old, to: new),
            former: PhotoProperties(from: new, to: old).values, isUndo: isUndo)
        #expect(await writer.write([change]) == [nil])
    }

    @Test("Undo removes a sidecar that ratings have created, and redo creates it again")
    func undoOfNew() async throws {
        await rate(from: nil, to: 3)
        await rate(from: 3, to: 5)
        await rate(from: 5, to: 3, isUndo: true)
        #expect(text("a.xmp") == "3 \n5 \n3 \n")
        await rate(from: 3, to: nil, isUndo: true)
        #expect(try names().isEmpty)
        await rate(from: nil, to: 3)
        #expect(text("a.xmp") == "3 \n")
        await rate(from: 3, to: nil, isUndo: true)
        #expect(try names().isEmpty)
    }

    @Test("Undo restores the bytes of a sidecar from before the first rating")
    func undoOfExisting() async throws {
        try folder.addFile("a.xmp", contents: "old\n")
        await rate(from: 1, to: 3)
        await rate(from: 3, to: 5)
        await rate(from: 5, to: 3, isUndo: true)
        await rate(from: 3, to: 1, isUndo: true)
        #expect(text("a.xmp") == "old\n")
        #expect(try names() == ["a.xmp"])
    }

    @Test("Only undo removes a sidecar: a photo that is unrated keeps one that says so")
    func unrated() async {
        await rate(from: nil, to: 3)
        await rate(from: 3, to: nil)
        #expect(text("a.xmp") == "3 \n0 \n")
    }

    @Test("Undo keeps what another program has written to a sidecar since", arguments: ["old\n", nil])
    func undoAfterOthers(old: String?) async throws {
        if let old { try folder.addFile("a.xmp", contents: old) }
        await rate(from: nil, to: 3)
        try folder.addFile("a.xmp", contents: "other\n")
        await rate(from: 3, to: nil, isUndo: true)
        #expect(text("a.xmp") == "other\n0 \n")
        // A sidecar that another program has removed isn't missed if it was new.
        await rate("b.xmp", from: nil, to: 3)
        unlink(folder.path + "/b.xmp")
        await rate("b.xmp", from: 3, to: nil, isUndo: true)
        #expect(try names() == ["a.xmp"])
    }

    @Test("A rating that is undone before it is written creates no sidecar")
    func undoneBefore() async throws {
        await rate(from: 2, to: 2, isUndo: true)
        #expect(try names().isEmpty)
    }

    @Test(
        "A sidecar that another program changes in the last moment isn't removed",
        arguments: ["in place", "renamed", "removed"])
    func lastMomentOfRemoval(way: String) throws {
        try folder.addFile("a.xmp", contents: "old\n")
        let path = folder.path + "/a.xmp"
        let file = try XMPFile(reading: Array(path.utf8))
        let isRemoved = try file.remove {
            switch way {
            case "in place": try? Data("other\n".utf8).write(to: URL(filePath: path))
            case "renamed": try? Data("other\n".utf8).write(to: URL(filePath: path), options: .atomic)
            default: unlink(path)
            }
        }
        #expect(!isRemoved)
        #expect(text("a.xmp") == (way == "removed" ? nil : "other\n"))
        #expect(try names() == (way == "removed" ? [] : ["a.xmp"]))
    }

    @Test("Unfinished sidecars of killed runs are removed, unless they may be in use")
    func abandoned() async throws {
        for name in [".tintype-xmp-old.part", ".tintype-xmp-new.part", ".tintype-x.part", ".tintype-xmp-old"] {
            try folder.addFile(name)
            if !name.contains("new") { try folder.setModificationTime(ofFile: name, toSecondsSince1970: 1_000_000) }
        }
        #expect(await write("a.xmp") == nil)
        #expect(try names() == [".tintype-x.part", ".tintype-xmp-new.part", ".tintype-xmp-old", "a.xmp"])
    }
}
