import Albums
import Basics
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Albums of a folder library")
struct FolderAlbumTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Every folder with pictures is an album; the root is first, the rest in natural order")
    func albums() async throws {
        for name in [
            "10 Rome/a.jpg", "2 Paris/a.jpg", "2 Paris/nights/b.png", "empty/deeper/c.gif", "x.jpg", "2 paris b/d.jpg",
        ] {
            try folder.addFile(name)
        }
        try folder.addFile("documents/letter.txt")
        let library = try await FolderLibrary.scanned(folder)
        let own = try #require(folder.path.split(separator: "/").last.map(String.init))
        #expect(
            try await library.albumTitles()
                == [own, "2 Paris", "2 Paris/nights", "2 paris b", "10 Rome", "empty/deeper"])
        #expect(await library.totals() == LibraryTotals(albums: 6, photos: 6, isComplete: true))
    }

    @Test("The library's date range comes from the files")
    func dates() async throws {
        #expect(await (try FolderLibrary.scanned(folder)).photoDates() == nil)
        for (name, time) in [("a/1.jpg", 2_000_000), ("b/2.jpg", 1_000_000), ("b/3.jpg", 3_000_000)] {
            try folder.addFile(name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: TimeInterval(time))],
                ofItemAtPath: folder.path + "/" + name)
        }
        try folder.addFile("notes.txt")
        let dates = await (try FolderLibrary.scanned(folder)).photoDates()
        #expect(dates == Date(timeIntervalSince1970: 1_000_000)...Date(timeIntervalSince1970: 3_000_000))
    }

    @Test("A folder has no results of an online search")
    func noSearchResults() async throws {
        try folder.addFile("a.jpg")
        let library = try await FolderLibrary.scanned(folder)
        #expect(!library.capabilities.hasOnlineSearch)
        let list = PhotoList.searchResults(for: "a")
        await #expect(throws: LibraryFailure.noSuchList) {
            try await library.photos(in: list, matching: .everything, in: 0..<1)
        }
        await #expect(throws: LibraryFailure.noSuchList) {
            try await library.index(of: Photo.ID("a.jpg"), in: list, matching: .everything)
        }
    }

    @Test("A root folder without pictures is not an album")
    func noRootAlbum() async throws {
        try folder.addFile("Rome/a.jpg")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == ["Rome"])
    }

    @Test("A folder without any pictures has no albums")
    func empty() async throws {
        let library = try await FolderLibrary.scanned(folder)
        #expect(await library.totals() == LibraryTotals(albums: 0, photos: 0, isComplete: true))
        #expect(await library.albums(in: .everyone, matching: .everything, in: 0..<10).items.isEmpty)
    }

    @Test("Photos are in natural order and titled without their extension")
    func photos() async throws {
        for name in ["IMG_10.jpg", "IMG_2.JPG", "img_1.jpeg", "a.b.c.png", "Été.webp", "IMG_2.png"] {
            try folder.addFile(name)
        }
        let library = try await FolderLibrary.scanned(folder)
        #expect(try await library.photoTitles(of: .root) == ["a.b.c", "Été", "img_1", "IMG_2", "IMG_2", "IMG_10"])
    }

    @Test("The cover of an album is its first photo that can be shown")
    func shownCover() async throws {
        for name in ["a.psd", "b.svg", "c.jpg"] { try folder.addFile(name) }
        func cover() async throws -> String? {
            let library = try FolderLibrary(path: folder.bytes)
            _ = await library.scanned()
            return await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first?.cover?.title
        }
        #expect(try await cover() == "c")
        try FileManager.default.removeItem(atPath: folder.path + "/c.jpg")
        #expect(try await cover() == "a")
    }

    @Test("The cover of an album is its first photo")
    func cover() async throws {
        for name in ["IMG_10.jpg", "IMG_2.jpg"] { try folder.addFile(name) }
        let library = try await FolderLibrary.scanned(folder)
        #expect(
            await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first?.cover?.title == "IMG_2")
    }

    @Test(
        "Lists files with a picture's extension in any case",
        arguments: [
            "jpg", "JPG", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "HEIC", "heif", "hif", "avif",
            "avifs", "tif", "tiff", "bmp", "dib", "pbm", "pgm", "ppm", "pnm", "pam", "jxl", "CR2", "cr3", "nef", "arw",
            "dng",
            "raf", "orf", "rw2", "pef", "svg", "svgz", "psd", "ico", "tga",
            "jp2",
        ])
    func pictureExtensions(fileExtension: String) async throws {
        try folder.addFile("photo.\(fileExtension)")
        #expect(try await FolderLibrary.scanned(folder).photoTitles(of: .root) == ["photo"])
    }

    @Test(
        "Skips hidden files and other extensions",
        arguments: [
            ".jpg", "..jpg", ".hidden.jpg", "jpg", "photo", "photo.jpg.exe", "photo.jpg~", "photo.jpg.part", "photo.",
            "photo.txt", ".hidden/photo.jpg", "a/.git/photo.jpg", "photo.jpg ",
        ])
    func otherFiles(name: String) async throws {
        try folder.addFile(name)
        let library = try await FolderLibrary.scanned(folder)
        #expect(await library.totals().photos == 0)
    }

    @Test("Videos are listed among the photos")
    func videos() async throws {
        for name in ["a.jpg", "Rome/b.mp4", "Rome/c.webm", "Rome/d.jpg", "e.MOV", "f.txt"] { try folder.addFile(name) }
        let library = try await FolderLibrary.scanned(folder)
        let photos = try await library.photos(in: .feed, matching: ListQuery(""), in: 0..<9).items
        #expect(Set(photos.filter { $0.video != nil }.map(\.title)) == ["b", "c", "e"])
        #expect(Set(photos.filter { $0.video == nil }.map(\.title)) == ["a", "d"])
    }

    @Test(
        "A photo matches by file name, album and path",
        arguments: [
            ("beach", ["beach 1"]), ("heic", ["beach 1"]), ("beach.1", []), ("1.heic", ["beach 1"]),
            ("lodz", ["beach 1", "dune"]), ("lodz dune", ["dune"]), ("2019/lodz", ["beach 1", "dune"]),
            ("lodz/dune", ["dune"]), ("dune/lodz", []), ("jpg 2019", ["dune"]),
        ])
    func photoSearch(typed: String, expected: [String]) async throws {
        for name in ["2019/Łódź/beach 1.heic", "2019/Łódź/dune.jpg", "Rome/ruin.png"] { try folder.addFile(name) }
        let library = try await FolderLibrary.scanned(folder)
        let album = try #require(
            await library.albums(in: .everyone, matching: ListQuery("lodz"), in: 0..<1).items.first)
        #expect(try await library.photoTitles(of: album.id, matching: typed) == expected)
        let found = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<9).items
        #expect(Set(found.map(\.title)) == Set(expected))
    }

    @Test("Photo dates and order use the modification time")
    func dateKind() async throws {
        try folder.addFile("a.jpg")
        let library = try await FolderLibrary.scanned(folder)
        #expect(library.capabilities.dateKind == .modified)
        let photo = try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first
        #expect(photo?.dateKind == .modified)
    }

    @Test("Folders with a file .nomedia are left out only if the user wants that, and the opened one never is")
    func markedFolders() async throws {
        for name in [".nomedia", "a.jpg", "private/.nomedia", "private/b.jpg", "private/deeper/c.jpg", "trip/d.jpg"] {
            try folder.addFile(name)
        }
        func albums(hidden: Bool) async throws -> [String] {
            let library = try FolderLibrary(path: folder.bytes, .init(hidesMarkedFolders: hidden))
            _ = await library.scanned()
            return await library.albums(in: .everyone, matching: .everything, in: 0..<9).items.map(\.id.rawValue)
        }
        #expect(try await albums(hidden: false) == [".", "private", "private/deeper", "trip"])
        #expect(try await albums(hidden: true) == [".", "trip"])
    }

    @Test(
        "Index folders, snapshots and recycle bins of storage systems are skipped",
        arguments: [
            "@eaDir", "@tmp", "#recycle", "#snapshot", "@Recycle", "@Recently-Snapshot", ".@__thumb", "lost+found",
            "$RECYCLE.BIN", "System Volume Information", "~snapshot", "Network Trash Folder",
        ])
    func systemFolders(name: String) async throws {
        try folder.addFile("Rome/a.jpg")
        try folder.addFile("\(name)/a.jpg/SYNOPHOTO_THUMB_M.jpg")
        try folder.addFile("Rome/\(name)/b.jpg")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == ["Rome"])
    }

    @Test(
        "A folder named similarly to a storage system's is an album",
        arguments: ["@home", "recycle", "tmp"])
    func similarNames(name: String) async throws {
        try folder.addFile("\(name)/a.jpg")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == [name])
    }

    @Test("A storage system's folder can be opened explicitly")
    func openedSystemFolder() async throws {
        try folder.addFile("lost+found/a.jpg")
        let library = try FolderLibrary(path: Array("\(folder.path)/lost+found".utf8))
        await library.scanned()
        #expect(try await library.albumTitles() == ["lost+found"])
    }

    @Test("A photo's date is its file's modification time", arguments: [0, -1, 951_782_400, 4_294_967_296])
    func dates(seconds: Int) async throws {
        try folder.addFile("a.jpg")
        try folder.setModificationTime(ofFile: "a.jpg", toSecondsSince1970: seconds)
        let photo = try await FolderLibrary.scanned(folder).photos(in: .album(.root), matching: .everything, in: 0..<1)
            .items
            .first
        #expect(photo?.date?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(
        "A file time outside the calendar is not a date",
        arguments: [1 << 62, -1 << 62, 253_402_300_800])
    func absurdDates(seconds: Int) async throws {
        // Other file systems clamp the time.
        let folder = try TemporaryFolder(inMemory: true)
        try folder.addFile("a.jpg")
        try folder.setModificationTime(ofFile: "a.jpg", toSecondsSince1970: seconds)
        let library = try await FolderLibrary.scanned(folder)
        for list in [PhotoList.album(.root), .feed] {
            let photo = try await library.photos(in: list, matching: .everything, in: 0..<1).items.first
            #expect(photo?.title == "a" && photo?.date == nil)
        }
        #expect(await library.photoDates() == nil)
    }

    @Test("A photo of a deleted file has no date")
    func goneFile() async throws {
        try folder.addFile("a.jpg")
        let library = try await FolderLibrary.scanned(folder)
        try folder.removeFile("a.jpg")
        let photo = try #require(
            try await library.photos(in: .album(.root), matching: .everything, in: 0..<1).items.first)
        #expect(photo.title == "a" && photo.date == nil)
    }

    @Test("A hundred thousand photos are listed in order and searched", .timeLimit(.minutes(60)))
    func manyPhotos() async throws {
        for number in 0..<100_000 { try folder.addFile(Array("IMG_\(number * 7919 % 100_000).jpg".utf8)) }
        let library = try await FolderLibrary.scanned(folder)
        #expect(await library.totals() == LibraryTotals(albums: 1, photos: 100_000, isComplete: true))
        let page = try await library.photos(in: .album(.root), matching: .everything, in: 99_997..<200_000)
        #expect(page.items.map(\.title) == ["IMG_99997", "IMG_99998", "IMG_99999"])
        let found = try await library.photos(in: .album(.root), matching: ListQuery("9999"), in: 0..<3)
        #expect(found.items.map(\.title) == ["IMG_9999", "IMG_19999", "IMG_29999"])
        #expect(found.matching == 19 && found.available == 100_000)
        let photo = try #require(page.items.first)
        #expect(try await library.index(of: photo.id, in: .album(.root), matching: .everything) == 99_997)
    }
}
