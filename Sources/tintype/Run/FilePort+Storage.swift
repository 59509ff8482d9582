import Libraries
import Storage

extension FilePort {
    /// Creates the port that moves files with a journal.
    init(_ mover: FileMover) {
        self.init(
            perform: { await mover.perform($0, $1, in: $2) }, revert: { await mover.revert($0) },
            recent: { await mover.recent(in: $0) })
    }
}
