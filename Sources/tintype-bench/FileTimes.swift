import Albums
import Foundation
import Storage

/// Photos of a folder that are trashed, moved or copied and brought back, with the time of each step.
struct FileTimes {
    let folder: String
    /// The number of photos, `photo-0.jpg` and so on, each with a sidecar.
    let count: Int
    let rounds: Int
    let kind: FileOperation.Kind
    /// The folder to move or copy to.
    let target: String?
    /// Whether to undo former operations first.
    let undoes: Bool
    /// Whether the photos stay where the last round has put them.
    let keeps: Bool

    private func path(_ name: String, in folder: String) -> [UInt8] { Array("\(folder)/\(name)".utf8) }

    func print() async {
        let mover = FileMover()
        let groups = (0..<count).map { index in
            let names = ["photo-\(index).jpg", "photo-\(index).jpg.xmp"].filter {
                FileManager.default.fileExists(atPath: "\(folder)/\($0)")
            }
            return FileGroup(
                photo: Photo.ID("\(index)"),
                files: names.map { name in
                    FileMove(source: path(name, in: folder), target: target.map { path(name, in: $0) })
                })
        }
        for recovered in await mover.recover() {
            report("recovered", 0, [recovered.failures])
        }
        for operation in undoes ? await mover.recent(in: folder).reversed() : [] {
            report("undo", 0, [await mover.revert(operation).failures])
        }
        for round in 0..<rounds {
            var start = ContinuousClock.now
            let result = await mover.perform(kind, groups, in: folder)
            report("\(kind.rawValue)", (ContinuousClock.now - start) / .milliseconds(1), [result.failures])
            guard let operation = result.operation, !keeps || round < rounds - 1 else { return }
            start = .now
            let undone = await mover.revert(operation)
            report("undo", (ContinuousClock.now - start) / .milliseconds(1), [undone.failures])
        }
    }

    private func report(_ step: String, _ time: Double, _ failures: [[Photo.ID: FileProblem]]) {
        let reasons = Set(failures.joined().map { "\($0.value.failure)" }).sorted()
        Swift.print("\(step)\t\(TextTable.cell(time)) ms", reasons.joined(separator: ", "))
        fflush(nil)
    }
}
