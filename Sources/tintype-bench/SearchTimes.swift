import Albums
import Foundation
import Libraries

/// The time to filter a folder's photos after each key of a search.
struct SearchTimes {
    let folder: String
    let text: String

    func print() async throws {
        let library = try FolderLibrary(path: Array(folder.utf8))
        for await event in library.events() where event == .completed { break }
        let totals = await library.totals()
        Swift.print("\n\(totals.photos) photos in \(totals.albums) albums, milliseconds until the first 60 matches\n")
        var table = TextTable(columns: ["typed", "feed", "matches"])
        // The first read builds the feed, from the times of all files.
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<60)
        for length in 1...text.count {
            let typed = String(text.prefix(length))
            let start = ContinuousClock.now
            let page = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<60)
            let time = (ContinuousClock.now - start) / .milliseconds(1)
            table.add(["`\(typed)`", TextTable.cell(time), "\(page.matching)"])
        }
        table.print()
    }
}
