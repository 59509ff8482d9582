import Basics
import Libraries
import Pictures
import Storage

extension FilePort {
    /// Creates the port that moves files with a journal.
    ///
    /// - Parameter jpegs: makes the copies of pictures that aren't exact.
    init(_ mover: FileMover, _ jpegs: ScaledJPEG) {
        self.init(
            perform: { kind, groups, library, onProgress in
                await mover.perform(
                    kind, groups, in: library,
                    progress: { onProgress(TransferProgress(received: $0, expected: $1)) },
                    export: { try jpegs.bytes(of: .file(path: $0), $1) })
            }, revert: { await mover.revert($0) },
            recent: { await mover.recent(in: $0) }, annotate: { await mover.annotate($0, $1) })
    }
}
