import Basics
import Libraries
import Storage

extension FilePort {
    /// Creates the port that moves files with a journal.
    init(_ mover: FileMover) {
        self.init(
            perform: { kind, groups, library, onProgress in
                await mover.perform(kind, groups, in: library) {
                    onProgress(TransferProgress(received: $0, expected: $1))
                }
            }, revert: { await mover.revert($0) },
            recent: { await mover.recent(in: $0) }, annotate: { await mover.annotate($0, $1) })
    }
}
