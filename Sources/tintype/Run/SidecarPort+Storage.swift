import Libraries
import Pictures
import Storage

extension SidecarPort {
    /// Creates the port that changes packets in worker processes and writes files.
    ///
    /// - Parameters:
    ///   - mover: records the new versions of moved photos, so that their moves can still be undone.
    ///   - keepsTimes: whether pictures keep their modification times.
    init(_ workers: DecodingWorkers, _ mover: FileMover, keepsTimes: Bool) {
        let writer = SidecarWriter(keepsTimes: keepsTimes, onReplaced: mover.note) { sidecars in
            workers.edit(sidecars.map { XMPEdit(packet: $0.bytes, properties: $0.properties) })
        }
        self.init { await writer.write(photos: $0) }
    }
}
