import SeededGenerator
import Dispatch
import TerminalUI
import Testing

@testable import CursesTerminal

extension FramePresenterTests {
    @Test("No frame is drawn while one is on its way, or after a pause")
    func coalescing() async throws {
        let pipe = try Pipe()
        let size = Size(columns: 200, rows: 50)
        let entry = DrawingEntry(for: try #require(BuiltInEntry.xterm256))
        let presenter = try FramePresenter(entry: entry, depth: .trueColor, size: size)
        defer { presenter.close() }
        var frames = 0
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            makeSurface: {
                frames += 1
                return Self.restlessPicture(size, seed: UInt64(frames))
            }, onFailure: {})
        loop.begin(with: [])
        while frames == 0 { await turn() }
        // More than a pipe holds, and nobody reads.
        for _ in 0..<10 {
            loop.setNeedsDisplay()
            await turn()
        }
        #expect(frames == 1)
        let reading = Task.detached { pipe.read(until: Array("the end".utf8)) }
        while frames == 1 { await turn() }
        let drawn = frames
        loop.pause(with: Array("the end".utf8))
        _ = await reading.value
        loop.setNeedsDisplay()
        await turn()
        #expect(frames == drawn, "a frame was drawn after the pause")
    }

    /// Lets the main queue go round.
    private func turn() async {
        await withCheckedContinuation { done in
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
        }
    }

    private static func restlessPicture(_ size: Size, seed: UInt64) -> Surface {
        var random = SeededGenerator(seed: seed)
        var surface = Surface(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let bits = random.next()
                let style = Style(
                    foreground: .rgb(UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255)),
                    background: .rgb(UInt8(bits >> 24 & 255), UInt8(bits >> 32 & 255), UInt8(bits >> 40 & 255)),
                    attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
        return surface
    }
}
