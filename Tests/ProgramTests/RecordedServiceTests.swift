import Foundation
import Testing

extension ProgramTests {
    /// The complete data of the real service, in the folder named by `TINTYPE_API_DATA`.
    @Suite("Recorded service", .requires(variable: "TINTYPE_API_DATA"))
    struct RecordedServiceBrowsing {
        @Test("Held keys scroll through all 5000 photos of the feed within bounded memory")
        func feed() async throws {
            let service = try await AlbumService(RecordedService.lists())
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "/5,000")
            // Small thumbnails, so that there are few pages.
            session.type("----")
            let end = ContinuousClock.now + .seconds(120)
            while !session.row(2).contains(/\b4,99[0-9]\/5,000/), ContinuousClock.now < end {
                // A held key repeats 30 times a second.
                for _ in 0..<10 {
                    session.press(.pageDown)
                    try await session.pause(.milliseconds(33))
                }
            }
            session.press(.end)
            try await session.wait(for: "5,000/5,000")
            session.press(.home)
            try await session.wait(for: "1/5,000")
            try await session.wait(for: "acc\u{2026}nt")
            // Thumbnails may use 64 MB and the program itself less; the remainder is for the 5000 photos.
            #expect(try ProcessUsage(of: session.process.id).peakMemory < 250 << 20)
        }

        @Test("Everyone's albums are in sections and are found by owner name")
        func owners() async throws {
            let service = try await AlbumService(RecordedService.lists())
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(for: "quidem mol")
            try await session.wait(until: "the first owner is named") { $0.row(1).hasPrefix(" Leanne Graham") }
            try await session.type("G", until: "the last owner is named") { $0.row(1).hasPrefix(" Clementina DuBuque") }
            session.type("/ervin")
            try await session.wait(until: "ten albums match") { $0.row(2).contains("10 of 100") }
            try await session.wait(until: "their owner is named") { $0.row(1).hasPrefix(" Ervin Howell") }
        }
    }
}

/// The recorded service.
enum RecordedService {
    static let folder = ProcessInfo.processInfo.environment["TINTYPE_API_DATA"]

    static func lists() throws -> [String: ServedList] {
        let lists = try ["users", "albums", "photos"].map { name in
            let data = try Data(contentsOf: URL(filePath: "\(folder ?? "")/jsonplaceholder/\(name).json"))
            let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
            let elements = try objects.map { object in
                ServedList.Element(
                    json: String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self),
                    fields: object.compactMapValues { $0 as? Int }.mapValues(String.init))
            }
            return (name, ServedList(elements: elements))
        }
        return Dictionary(uniqueKeysWithValues: lists)
    }
}
