extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Creates a stream of the elements that a task passes to `yield`. The task is cancelled when the last
    /// iteration over the stream ends.
    public init(
        bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
        task produce: @escaping @Sendable (_ yield: @Sendable (Element) -> Void) async throws -> Void
    ) {
        self.init(Element.self, bufferingPolicy: bufferingPolicy) { continuation in
            let task = Task {
                do {
                    try await produce { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
