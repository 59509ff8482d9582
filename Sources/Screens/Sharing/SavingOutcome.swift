import Albums

/// What became of photos that were to be saved.
@MainActor
struct SavingOutcome {
    private let wanted: Int
    private var saved: [SavedCopy] = []
    private var failures: [(photo: Photo, words: String)] = []
    private var isCanceled = false
    private var isFull = false

    init(wanted: Int) {
        self.wanted = wanted
    }

    /// Whether the next photo may fare better.
    var goesOn: Bool { !isCanceled && !isFull }

    /// Saves a photo, and notes how that went.
    mutating func note(_ photo: Photo, _ save: () async throws -> SavedCopy) async {
        do {
            saved.append(try await save())
        } catch {
            // A request that is canceled may fail as if the host had gone away.
            isCanceled = Task.isCancelled
            isFull = error is CopyFailure
            if !isCanceled { failures.append((photo, Words.failure(error))) }
        }
        isCanceled = isCanceled || Task.isCancelled
    }

    var notice: Notice {
        if wanted == 1, let copy = saved.first {
            return .news("Saved as \(copy.path)" + (copy.isNumbered ? ", as there was such a file already" : ""))
        }
        if wanted == 1, let failure = failures.first { return .failure("Not saved: \(failure.words)") }
        let path = saved.first?.path ?? ""
        let folder = path.lastIndex(of: "/").map { " in \(path[..<$0])" } ?? ""
        let numbered = saved.filter(\.isNumbered).count
        let note = numbered > 0 ? ", \(numbered) of them with a number added to the name" : ""
        let count = "\(saved.count) of \(wanted)"
        guard let failure = failures.first else {
            if isCanceled, saved.count < wanted {
                return .news(saved.isEmpty ? "Nothing was saved" : "Canceled: \(count) saved\(folder)\(note)")
            }
            return .news("Saved \(wanted) photos\(folder)\(note)")
        }
        let others = failures.count > 1 ? " and \(failures.count - 1) more" : ""
        return .failure("\(count) saved\(folder), not \(failure.photo.title)\(others): \(failure.words)")
    }
}
