import Albums
import CellArt
import Foundation
import Pictures

/// The cost of decoding in workers: the tiles of all photos of a folder, decoded alternately in this process and in
/// workers.
struct DecodingRates {
    private let paths: [[UInt8]]
    private let rounds: Int

    init(folder: String, rounds: Int) throws {
        paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            Array("\(folder)/\($0)".utf8)
        }
        self.rounds = max(1, rounds)
    }

    /// Prints the photos per second, the ratio, the difference per photo, and the delay of the first tile.
    func print() async throws {
        let workers = DecodingWorkers()
        _ = try workers.report()
        _ = try await measure(InProcessDecoding())
        _ = try await measure(workers)
        var (local, remote): ([(first: Double, all: Double)], [(first: Double, all: Double)]) = ([], [])
        for _ in 0..<rounds {
            local.append(try await measure(InProcessDecoding()))
            remote.append(try await measure(workers))
        }
        var cold: [Double] = []
        for _ in 0..<rounds { cold.append(try await measure(DecodingWorkers()).first) }
        let (inProcess, inWorkers) = (Self.median(local.map(\.all)), Self.median(remote.map(\.all)))
        let count = Double(paths.count)
        for (name, seconds, first) in [
            ("in this process", inProcess, local.map(\.first)), ("in workers", inWorkers, remote.map(\.first)),
        ] {
            Swift.print(
                "\(name): \(Int(count / seconds)) photos a second, first tile after \(Int(Self.median(first) * 1e6)) µs"
            )
        }
        Swift.print("in new workers: first tile after \(Int(Self.median(cold) * 1e6)) µs")
        Swift.print(
            "rate \(inProcess / inWorkers) of in-process, \((inWorkers - inProcess) / count * 1e6) µs more for each photo"
        )
    }

    /// Returns the seconds until the first tile and until all.
    private func measure(_ service: any DecodingService) async throws -> (first: Double, all: Double) {
        let loader = PictureLoader(decoding: service, cacheBytes: 1)
        let style = ArtStyle(symbols: .half, colors: .trueColor)
        let start = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, path) in paths.enumerated() {
                group.addTask {
                    let tile = loader.tile(
                        of: PhotoVersion(of: Photo.ID("\(index)")), from: { .file(path: path) },
                        as: TileRequest(columns: 22, rows: 10, style: style))
                    do { for try await _ in tile {} } catch {}
                }
            }
            var first: Double?
            for try await _ in group { first = first ?? (ContinuousClock.now - start) / .seconds(1) }
            return (first ?? 0, (ContinuousClock.now - start) / .seconds(1))
        }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
