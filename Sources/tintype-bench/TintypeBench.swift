import Albums
import ArgumentParser
import Pictures

/// Measurements for docs/Performance.md and docs/CellArt.md. Use a release build.
@main
struct TintypeBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tintype-bench", abstract: "Measures parts of Tintype.",
        subcommands: [
            Cells.self, Show.self, Decoding.self, Search.self, HTTP.self, Serve.self, Sidecars.self, Files.self,
        ])

    static func main() async {
        if DecodingWorker.isCurrentProcess { DecodingWorker.run() }
        await main(nil)
    }
}

private struct Cells: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Conversion of bitmaps to 200 x 50 cells, beside chafa.")

    func run() throws {
        for (width, height) in [(500, 375), (1000, 750)] { try ConversionTimes(width: width, height: height).print() }
    }
}

private struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Whole processes that print a photo in 200 x 50 cells, beside chafa and timg.")

    @Argument(help: "The path of a release build of tintype.")
    var program: String

    @Argument var photo: String

    func run() {
        ProgramTimes(program: program, photo: photo).print()
    }
}

private struct Decoding: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tiles of all photos of a folder, decoded alternately in this process and in workers.")

    @Argument(completion: .directory) var folder: String

    @Option var rounds = 7

    func run() async throws {
        try await DecodingRates(folder: folder, rounds: rounds).print()
    }
}

private struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Each key of a search in a folder.")

    @Argument(completion: .directory) var folder: String

    @Argument(help: "The texts to type.")
    var texts = ["beach 12"]

    @Flag(help: "Search generated metadata, too.")
    var facts = false

    func run() async throws {
        try await SearchTimes(folder: folder, texts: texts, hasFacts: facts).print()
    }
}

private struct HTTP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http", abstract: "20,000 requests for 50 KB, half of them cancelled within 3 ms.")

    @Argument(help: "The address that the serve command of another process prints.")
    var address: String

    func run() async {
        await HTTPRequests.measure(address)
    }
}

private struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A server on loopback for the http command.")

    func run() {
        BenchmarkServer.run()
    }
}

private struct Sidecars: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ratings written to sidecar files of a folder, or to JPEG files.")

    @Argument(completion: .directory) var folder: String

    @Option var count = 500

    @Option var rounds = 5

    @Flag(help: "Set labels instead.")
    var labels = false

    @Option(parsing: .upToNextOption, help: "JPEG files to change instead of sidecars.", completion: .file())
    var pictures: [String] = []

    func run() async {
        await SidecarTimes(folder: folder, count: count, rounds: rounds, hasLabels: labels, pictures: pictures).print()
    }
}

private struct Files: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Photos of a folder that are trashed and brought back, or moved or copied.")

    @Argument(completion: .directory) var folder: String

    @Option var count = 500

    @Option var rounds = 5

    @Option(help: "Move to this folder instead.")
    var to: String?

    @Flag(help: "Copy to that folder.")
    var copy = false

    @Flag(help: "Undo former operations first, such as those of a killed run.")
    var undo = false

    @Flag(help: "Don't undo the last round.")
    var keep = false

    func run() async {
        let kind: FileOperation.Kind = to == nil ? .trash : copy ? .copy : .move
        await FileTimes(folder: folder, count: count, rounds: rounds, kind: kind, target: to, undoes: undo, keeps: keep)
            .print()
    }
}
