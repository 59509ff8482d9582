import Albums
import Basics
import Foundation
import Libraries

/// The time to filter a folder's photos after each key of a search.
struct SearchTimes {
    let folder: String
    let texts: [String]
    /// Whether each photo has its own camera, lens, place, keywords and caption.
    let hasFacts: Bool

    func print() async throws {
        let library = try FolderLibrary(path: Array(folder.utf8), .init(index: hasFacts ? .generated : nil))
        for await _ in library.events() where try await isRead(library) { break }
        let totals = await library.totals()
        Swift.print(
            "\n\(totals.photos) photos in \(totals.albums) albums, \(Self.residentMegabytes) MB, "
                + "milliseconds until the first 60 matches\n")
        var table = TextTable(columns: ["typed", "feed", "matches"])
        for text in texts {
            // The first read builds the feed, from the times of all files.
            _ = try await library.photos(in: .feed, matching: .everything, in: 0..<60)
            for length in 1...text.count {
                let typed = String(text.prefix(length))
                let start = ContinuousClock.now
                let page = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<60)
                let time = (ContinuousClock.now - start) / .milliseconds(1)
                table.add(["`\(typed)`", TextTable.cell(time), "\(page.matching)"])
            }
        }
        table.print()
    }

    private func isRead(_ library: FolderLibrary) async throws -> Bool {
        guard await library.totals().isComplete else { return false }
        return try await library.photos(in: .feed, matching: ListQuery("x"), in: 0..<1).isComplete
    }

    private static var residentMegabytes: Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages.flatMap { Int($0[1]) } ?? 0) * 4096 / 1_000_000
    }
}

extension PictureIndex {
    /// An index of made-up facts.
    fileprivate static let generated = PictureIndex(
        known: { _, _ in },
        read: { folder, files in
            files.map { file in
                var number = 0
                for byte in folder + file.name { number = (number * 31 + Int(byte)) % 1_000_003 }
                var details = PhotoDetails()
                details.setTaken(Date(timeIntervalSince1970: 1e9 + Double(number) * 500), zone: nil)
                details.setRating(Double(number % 6))
                details.camera = "NIKON CORPORATION NIKON D\(number % 40)"
                details.lens = "AF-S \(10 + number % 30)mm f/1.8"
                details.author = "Ada \(number % 5)"
                details.tags = ["beach", "holiday \(number % 300)"]
                details.title = "Day \(number)"
                details.description = "We walked to the lighthouse no. \(number) and back"
                return PhotoFacts(
                    details, size: PixelSize(width: 1500, height: 1000), place: "Town \(number % 900), Italy")
            }
        })
}
