import Libraries
import Pictures
import Storage

extension SidecarPort {
    /// Creates the port that changes packets in worker processes and writes files.
    init(_ workers: DecodingWorkers) {
        let writer = SidecarWriter { sidecars in
            workers.edit(sidecars.map { XMPEdit(packet: $0.bytes, properties: $0.properties) })
        }
        self.init { changes in
            await writer.write(changes.map { SidecarWriter.Change(path: $0.path, properties: $0.properties) })
        }
    }
}
