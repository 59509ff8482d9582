import Albums
import TestFixtures
import Testing

@testable import Libraries

@Suite("Photo stacks", .timeLimit(.minutes(60)))
struct PhotoStacksTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["1.ARW", "1.jpg", "2.NEF", "3.png", "4.dng", "4.heic", "4.jpeg", "sub/1.CR2"] {
            try folder.addFile(name)
        }
    }

    private func photos(_ typed: String = "", opening file: String? = nil) async throws -> [Photo] {
        let library = try FolderLibrary(path: folder.bytes + Array((file.map { "/" + $0 } ?? "").utf8))
        _ = await library.scanned()
        return try await library.photos(in: .album(Album.ID(".")), matching: ListQuery(typed), in: 0..<20).items
    }

    @Test("A RAW file and a picture of one name in a folder are one photo, shown as the picture")
    func stacks() async throws {
        let photos = try await photos()
        #expect(photos.map(\.id.rawValue) == ["1.jpg", "2.NEF", "3.png", "4.heic", "4.jpeg"])
        #expect(photos.map { $0.stack.map(\.format) } == [["ARW"], [], [], [], ["DNG"]])
    }

    @Test("A video is stacked below the picture or raw file of the same name, and is listed without one")
    func videos() async throws {
        for name in ["5.HEIC", "5.MOV", "6.mov", "6.mp4", "7.DNG", "7.MP4"] { try folder.addFile(name) }
        let photos = try await photos().filter { ["5", "6", "7"].contains($0.title) }
        #expect(photos.map(\.id.rawValue) == ["5.HEIC", "6.mov", "6.mp4", "7.DNG"])
        #expect(photos.map { $0.stack.map(\.format) } == [["MOV"], [], [], ["MP4"]])
        #expect(photos.map { $0.video != nil } == [false, true, true, false])
        #expect(photos.map { $0.stackedPhotos.contains { $0.video != nil } } == [true, true, true, true])
    }

    @Test("The files of a Pixel's photo, and the clips that iCloud and Photos name after a photo, are stacked")
    func phones() async throws {
        let names = [
            "PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", "PXL_2.RAW-01.MP.COVER.jpg",
            "PXL_2.RAW-02.ORIGINAL.dng", "IMG_5.HEIC", "IMG_5_HEVC.MOV", "IMG_6.jpg", "IMG_6_3.mov", "IMG_7_3.mov",
            "IMG_8.jpg", "IMG_8_3.jpg", "IMG_8_3.MOV", "IMG_9.jpg", "IMG_9_3.mp4",
        ]
        for name in names { try folder.addFile(name) }
        let photos = try await photos().filter { $0.title.contains("_") }
        #expect(
            photos.map { $0.stackedPhotos.map(\.id.rawValue) } == [
                ["IMG_5.HEIC", "IMG_5_HEVC.MOV"], ["IMG_6.jpg", "IMG_6_3.mov"], ["IMG_7_3.mov"], ["IMG_8.jpg"],
                ["IMG_8_3.jpg", "IMG_8_3.MOV"], ["IMG_9.jpg"], ["IMG_9_3.mp4"],
                ["PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng"],
                ["PXL_2.RAW-01.MP.COVER.jpg", "PXL_2.RAW-02.ORIGINAL.dng"],
            ])
    }

    @Test("The edit of an iPhone's photo is shown in place of its original, which is stacked below with its video")
    func edits() async throws {
        let names = [
            "IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.MOV", "IMG_1234.AAE", "IMG_2.HEIC", "IMG_E2.JPG", "IMG_2.DNG",
            "IMG_E3.JPG", "IMG_EDIT.JPG", "IMG_E.JPG", "IMG_E0123.MOV",
        ]
        for name in names { try folder.addFile(name) }
        let photos = try await photos().filter { $0.title.hasPrefix("IMG") }
        #expect(
            photos.map(\.id.rawValue)
                == ["IMG_E.JPG", "IMG_E2.JPG", "IMG_E3.JPG", "IMG_E0123.MOV", "IMG_E1234.JPG", "IMG_EDIT.JPG"])
        #expect(photos.map { $0.stack.map(\.format) } == [[], ["HEIC", "DNG"], [], [], ["JPG", "MOV"], []])
        let library = try FolderLibrary(path: folder.bytes)
        _ = await library.scanned()
        let edit = photos[4].id
        let index = try await library.index(of: edit, in: .album(Album.ID(".")), matching: .everything)
        let original = Photo.ID("IMG_1234.JPG")
        #expect(index != nil)
        #expect(try await library.index(of: original, in: .album(Album.ID(".")), matching: .everything) == index)
        #expect(await library.fate(of: original) == .kept)
    }

    @Test("A picture in an unsupported format hides no RAW file")
    func unsupportedPicture() async throws {
        for name in ["8.psd", "8.CR2", "9.psd", "9.jpg", "9.ARW"] { try folder.addFile(name) }
        let photos = try await photos().filter { ["8", "9"].contains($0.title) }
        #expect(photos.map(\.id.rawValue) == ["8.CR2", "8.psd", "9.jpg", "9.psd"])
        #expect(photos.map { $0.stack.map(\.format) } == [[], [], ["ARW"], []])
    }

    @Test("The other file has its own ID and path")
    func otherFile() async throws {
        let library = try FolderLibrary(path: folder.bytes)
        _ = await library.scanned()
        let photo = try #require(try await photos().first)
        let files = photo.stackedPhotos
        #expect(files.map(\.id.rawValue) == ["1.jpg", "1.ARW"] && files[1].stack.isEmpty)
        let path = try #require(files[1].file)
        #expect(path.suffix(6).elementsEqual("/1.ARW".utf8))
        guard case .file(let source) = await library.picture(of: files[1]) else { return #expect(Bool(false)) }
        #expect(source.suffix(6).elementsEqual("/1.ARW".utf8))
    }

    @Test("The file below a picture is found at the index of its photo")
    func position() async throws {
        let library = try FolderLibrary(path: folder.bytes)
        _ = await library.scanned()
        let album = PhotoList.album(Album.ID("."))
        for (id, index) in [("1.ARW", 0), ("4.dng", 4), ("2.NEF", 1), ("2.jpg", nil)] as [(String, Int?)] {
            #expect(try await library.index(of: Photo.ID(id), in: album, matching: ListQuery("")) == index)
        }
    }

    @Test("Stacks count as RAW in a search")
    func search() async throws {
        #expect(try await photos("is:raw").map(\.title) == ["1", "2", "4"])
        #expect(try await photos("-is:raw").map(\.title) == ["3", "4"])
    }

    @Test("A RAW file that is opened by name is listed itself")
    func named() async throws {
        let photos = try await photos(opening: "1.ARW")
        #expect(photos.prefix(2).map(\.id.rawValue).sorted() == ["1.ARW", "1.jpg"])
        #expect(photos.allSatisfy { $0.title != "1" || $0.stack.isEmpty })
    }
}
