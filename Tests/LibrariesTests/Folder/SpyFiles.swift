import Albums
import Foundation
import Synchronization
import TestFixtures

@testable import Libraries

/// Moves files of a folder into another one, as storage does, but without any of its promises.
final class SpyFiles: Sendable {
    private let trash: TemporaryFolder
    /// Why files with these names can't be moved.
    let failures = Mutex<[String: FileFailure]>([:])
    /// Moving waits for it.
    let gate = Mutex<Gate?>(nil)
    private let operations = Mutex<[FileOperation]>([])

    init() throws {
        trash = try TemporaryFolder()
    }

    /// The names of the files that each operation has moved.
    var moved: [[String]] {
        operations.withLock { $0.map { $0.groups.flatMap(\.files).map(\.source.lastComponent.text) } }
    }

    var port: FilePort {
        FilePort(
            perform: { kind, groups, library, _ in
                if let gate = self.gate.withLock({ $0 }) { await gate.pass() }
                return self.perform(kind, groups, library)
            },
            revert: { operation in
                for file in operation.groups.flatMap(\.files) {
                    rename((file.target ?? []).text, file.source.text)
                }
                return FileOperationResult(operation: operation, failures: [:])
            },
            recent: { library in self.operations.withLock { $0.filter { $0.library == library } } },
            annotate: { id, annotations in
                self.operations.withLock { operations in
                    operations = operations.map { operation in
                        guard operation.id == id else { return operation }
                        return FileOperation(
                            id: id, kind: operation.kind, library: operation.library, date: operation.date,
                            groups: operation.groups, annotations: annotations)
                    }
                }
            })
    }

    private func perform(
        _ kind: FileOperation.Kind, _ groups: [FileGroup], _ library: String
    ) -> FileOperationResult {
        var failed: [Photo.ID: FileProblem] = [:]
        var done: [FileGroup] = []
        for group in groups {
            let names = group.files.map(\.source.lastComponent)
            if let name = names.first(where: { name in failures.withLock { $0[name.text] } != nil }),
                let failure = failures.withLock({ $0[name.text] })
            {
                failed[group.photo] = FileProblem(name: name, failure)
                continue
            }
            let files = group.files.map { file in
                FileMove(
                    source: file.source,
                    target: file.target ?? trash.bytes.appending("\(UUID().uuidString)".utf8))
            }
            for file in files { rename(file.source.text, (file.target ?? []).text) }
            done.append(FileGroup(photo: group.photo, files: files))
        }
        let operation = operations.withLock { operations in
            let operation = FileOperation(
                id: "\(operations.count)", kind: kind, library: library, date: .now, groups: done)
            if !done.isEmpty { operations.append(operation) }
            return operation
        }
        return FileOperationResult(operation: done.isEmpty ? nil : operation, failures: failed)
    }
}
