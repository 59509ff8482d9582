import Dispatch

extension DispatchQueue {
    /// Runs work that blocks, such as on the disk, on a global queue, because Swift's task threads must not block.
    static func runBlocking<Value: Sendable>(
        qos: DispatchQoS.QoSClass, _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            global(qos: qos).async { continuation.resume(returning: work()) }
        }
    }
}
