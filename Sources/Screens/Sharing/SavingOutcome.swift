import Albums
import Localization

/// Collects the results of saving photos, and summarizes them as a notice.
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

    /// Whether to continue with the next photo.
    var goesOn: Bool { !isCanceled && !isFull }

    /// Saves a photo and records the result.
    mutating func note(_ photo: Photo, _ save: () async throws -> SavedCopy) async {
        do {
            saved.append(try await save())
        } catch {
            // A canceled request may fail with a connection error.
            isCanceled = Task.isCancelled
            isFull = error is CopyFailure
            if !isCanceled { failures.append((photo, Words.failure(error))) }
        }
        isCanceled = isCanceled || Task.isCancelled
    }

    var notice: Notice {
        if wanted == 1, let copy = saved.first {
            return .news(
                copy.isNumbered
                    ? localized("Saved as \(copy.path), as there was such a file already")
                    : localized("Saved as \(copy.path)"))
        }
        // If no file can be written at all, the photo isn't the cause, so its title is left out.
        if wanted == 1 || isFull && saved.isEmpty, let failure = failures.last {
            return .failure(localized("Not saved: \(failure.words)"))
        }
        guard let path = saved.first?.path else {
            return failures.isEmpty
                ? .news(localized("Nothing was saved"))
                : .failure(localized("\(saved.count) of \(wanted) saved, not \(failed): \(failures[0].words)"))
        }
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        if let failure = failures.first {
            return .failure(
                localized("\(saved.count) of \(wanted) saved in \(folder), not \(failed): \(failure.words)"))
        }
        if isCanceled, saved.count < wanted {
            return .news(localized("Canceled: \(saved.count) of \(wanted) saved in \(folder)") + note)
        }
        return .news(
            localized(wanted, one: "Saved \(wanted) photo in \(folder)", other: "Saved \(wanted) photos in \(folder)")
                + note)
    }

    /// The photos without copies: the first title and the number of others.
    private var failed: String {
        guard let title = failures.first?.photo.title else { return "" }
        let others = failures.count - 1
        return others > 0
            ? localized(others, one: "\(title) and \(others) more", other: "\(title) and \(others) more") : title
    }

    /// A suffix about copies that got a number because the name was taken.
    private var note: String {
        let numbered = saved.filter(\.isNumbered).count
        guard numbered > 0 else { return "" }
        return localized(
            numbered, one: ", \(numbered) of them with a number added to the name",
            other: ", \(numbered) of them with a number added to the name")
    }
}
