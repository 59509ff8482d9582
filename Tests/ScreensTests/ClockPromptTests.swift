import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Asking how to correct the camera's clock", .timeLimit(.minutes(60)))
struct ClockPromptTests {
    private typealias Shot = (camera: String?, time: String)

    /// Opens an album of photos that were taken by cameras at some times.
    private func album(_ shots: [Shot]) async throws -> (InMemoryLibrary, FakePictures, TestStage) {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: shots.count)
        library.allowEditing()
        library.allowDating()
        var details: [String: PhotoDetails] = [:]
        for (index, shot) in shots.enumerated() {
            var new = PhotoDetails()
            new.camera = shot.camera
            new.setTaken(try #require(TakenTime(shot.time)).date, zone: nil)
            details["Photo \(index + 1)"] = new
        }
        let pictures = FakePictures(detailsByTitle: details)
        let stage = await TestStage(library: library, pictures: pictures).open("Album 1", "1/\(shots.count)")
        return (library, pictures, stage)
    }

    /// The new dates, by the numbers of the photos.
    private func dates(in library: InMemoryLibrary) -> [String: String] {
        var dates: [String: String] = [:]
        for change in library.writes.joined() {
            guard case .set(let values) = change.edit, let date = values[.date] else { continue }
            dates[String(change.photo.rawValue.dropFirst("Album 1/".count))] = date
        }
        return dates
    }

    @Test("The summary has the earliest and the latest date, in any order of the list")
    func range() async throws {
        let (_, _, stage) = try await album([
            ("Nikon D3", "2020-12-04T10:00:00"), ("Nikon D3", "2020-12-20T10:00:00"),
            ("Nikon D3", "2018-01-01T10:00:00"), ("Nikon D3", "2019-06-07T10:00:00"),
        ])
        stage.type("T")
        await stage.see("4 photos: ")
        #expect(stage.text.contains("4 photos: 2018-01-01 \u{2026} 2020-12-20"))
    }

    @Test(
        "Without marks, T corrects the photos of the same camera, or those without one", arguments: [nil, "Nikon D3"])
    func sameCamera(camera: String?) async throws {
        let (library, _, stage) = try await album([
            (camera, "2024-05-01T10:00:00"), ("Canon R5", "2024-05-01T11:00:00"), (camera, "2024-05-01T12:00:00"),
        ])
        stage.type("T")
        await stage.see(" photos: ")
        #expect(stage.text.contains("2 photos: "))
        stage.type("+1h")
        stage.press(Key(.enter))
        await stage.see("Corrected the dates of ")
        #expect(dates(in: library) == ["1": "2024-05-01T11:00:00", "3": "2024-05-01T13:00:00"])
    }

    @Test("A single marked photo of the same camera is corrected, and no other", arguments: [nil, "Nikon D3"])
    func singleMark(camera: String?) async throws {
        let (library, _, stage) = try await album(
            (0..<3).map { (camera, "2024-05-01T1\($0):00:00") })
        stage.type(" ")
        await stage.see("1 marked")
        stage.type("T")
        await stage.see("photo")
        await stage.see(": 2024-05-01")
        #expect(stage.text.contains("1 photo: ") && !stage.text.contains("or = for the time"))
        stage.type("+1h")
        stage.press(Key(.enter))
        await stage.see("Corrected the date")
        #expect(dates(in: library) == ["1": "2024-05-01T11:00:00"])
    }

    @Test("A single marked photo of another camera sets the clock by =")
    func reference() async throws {
        let (library, _, stage) = try await album([
            ("Canon R5", "2024-05-01T12:30:00"), ("Nikon D3", "2024-05-01T10:00:00"),
            ("Nikon D3", "2024-05-01T11:00:00"),
        ])
        stage.type(" ")
        await stage.see("1 marked")
        stage.type("T")
        await stage.see("2 photos: ")
        stage.type("=")
        stage.press(Key(.enter))
        await stage.see("Corrected the dates of 2 photos")
        #expect(dates(in: library) == ["2": "2024-05-01T12:30:00", "3": "2024-05-01T13:30:00"])
    }

    @Test("Esc cancels while the camera of a single marked photo is read")
    func canceling() async throws {
        let (library, pictures, stage) = try await album(
            (0..<2).map { ("Nikon D3", "2024-05-01T1\($0):00:00") })
        stage.type(" ")
        await stage.see("1 marked")
        pictures.set(areDetailsHeld: true)
        stage.type("T")
        await settle()
        stage.press(Key(.escape))
        await stage.see("Canceled")
        pictures.set(areDetailsHeld: false)
        await settle()
        #expect(!stage.text.contains("Shift:") && library.writes.isEmpty)
    }
}
