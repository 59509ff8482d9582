import Testing

extension ProgramTests {
    @Suite("Long texts")
    struct LongTexts {
        @Test("Keys cost as little with titles of 15 MB as with short ones")
        func titles() async throws {
            let short = try await usage(title: "long title")
            let long = try await usage(title: String(repeating: "long title ", count: 15_000_000 / 11))
            // At most 20 ms more for each of 25 keys.
            #expect(long.ticks < short.ticks + 50)
            // A few copies, while the response is read.
            #expect(long.peakMemory < short.peakMemory + 160 << 20)
        }

        /// Returns what keys cost in lists with a title, and the peak memory of the run.
        private func usage(title: String) async throws -> (ticks: Int, peakMemory: Int) {
            var lists = AlbumService.sample()
            lists["albums"] = ServedList(elements: [
                .init(json: #"{"userId": 1, "id": 1, "title": "\#(title)"}"#, fields: ["userId": "1", "id": "1"]),
                .init(json: #"{"userId": 1, "id": 2, "title": "other"}"#, fields: ["userId": "1", "id": "2"]),
            ])
            lists["photos"] = ServedList(elements: [
                .init(json: #"{"albumId": 1, "id": 1, "title": "\#(title)"}"#, fields: ["albumId": "1", "id": "1"]),
                .init(json: #"{"albumId": 1, "id": 2, "title": "leaf"}"#, fields: ["albumId": "1", "id": "2"]),
            ])
            let service = try await AlbumService(lists)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "other")
            try await session.wait(for: "long title")
            try await session.waitUntilIdle()
            var ticks = -(try ProcessUsage(of: session.process.id).ticks)
            for key in [TypedKey.right, .left, .right, .left] { try await press(key, in: session) }
            session.type("/long")
            try await session.waitUntilIdle()
            try await press(.escape, in: session)
            ticks += try ProcessUsage(of: session.process.id).ticks
            try await press(.home, in: session)
            session.press(.enter)
            try await session.wait(for: "leaf")
            try await session.waitUntilIdle()
            ticks -= try ProcessUsage(of: session.process.id).ticks
            for key in [TypedKey.right, .left, .right, .left] { try await press(key, in: session) }
            session.type("/title")
            try await session.waitUntilIdle()
            try await press(.escape, in: session)
            let usage = try ProcessUsage(of: session.process.id)
            return (ticks + usage.ticks, usage.peakMemory)
        }

        private func press(_ key: TypedKey, in session: ScreenSession) async throws {
            session.press(key)
            try await session.waitUntilIdle()
        }
    }
}
