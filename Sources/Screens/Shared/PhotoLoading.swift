import Albums

extension [Photo] {
    /// Loads a value of each photo, all at the same time.
    func loadEach<Value: Sendable>(
        _ load: @escaping @Sendable (Photo) async -> Value
    ) async -> [Photo.ID: Value] {
        await withTaskGroup(of: (Photo.ID, Value).self) { group in
            for photo in self { group.addTask { (photo.id, await load(photo)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
