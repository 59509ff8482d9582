import Albums

extension [Photo] {
    /// Loads a value of each photo. A canceled task loads no further ones.
    ///
    /// - Parameter maxConcurrent: the number of photos that load at the same time.
    func loadEach<Value: Sendable>(
        maxConcurrent: Int = .max, _ load: @escaping @Sendable (Photo) async -> Value
    ) async -> [Photo.ID: Value] {
        await withTaskGroup(of: (Photo.ID, Value).self) { group in
            var values: [Photo.ID: Value] = [:]
            var remaining = self[...]
            func add() {
                guard !Task.isCancelled, let photo = remaining.popFirst() else { return }
                group.addTask { (photo.id, await load(photo)) }
            }
            for _ in 0..<Swift.min(maxConcurrent, count) { add() }
            for await (id, value) in group {
                values[id] = value
                add()
            }
            return values
        }
    }
}
