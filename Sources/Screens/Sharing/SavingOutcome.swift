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
    var canContinue: Bool { !isCanceled && !isFull }

    /// Saves a photo and records the result.
    mutating func note(_ photo: Photo, _ save: () async throws -> SavedCopy) async {
        do {
            saved.append(try await save())
        } catch {
            // A canceled request may fail with a connection error.
            isCanceled = Task.isCancelled
            isFull = error is CopyFailure
            if !isCanceled { failures.append((photo, UserFacingText.failure(error))) }
        }
        isCanceled = isCanceled || Task.isCancelled
    }

    var notice: Notice {
        if wanted == 1, let copy = saved.first {
            return .info(
                copy.isNumbered
                    ? localized("That name was taken; saved as \(copy.path)")
                    : localized("Saved as \(copy.path)"))
        }
        // If no file can be written at all, the photo isn't the cause, so its title is left out.
        if wanted == 1 || isFull && saved.isEmpty, let failure = failures.last {
            return .failure(localized("Couldn't save: \(failure.words)"))
        }
        guard let path = saved.first?.path else {
            return failures.isEmpty
                ? .info(localized("Nothing was saved"))
                : .failure(localized("Saved \(saved.count) of \(wanted); \(failed) failed: \(failures[0].words)"))
        }
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        if let failure = failures.first {
            return .failure(
                localized("Saved \(saved.count) of \(wanted) to \(folder); \(failed) failed: \(failure.words)"))
        }
        if isCanceled, saved.count < wanted {
            return .info(noting(localized("Canceled; saved \(saved.count) of \(wanted) to \(folder)")))
        }
        return .info(
            noting(
                localized(
                    wanted, one: "Saved \(wanted) photo to \(folder)", other: "Saved \(wanted) photos to \(folder)")))
    }

    /// The photos without copies: the first title and the number of others.
    private var failed: String {
        guard let title = failures.first?.photo.title else { return "" }
        let others = failures.count - 1
        return others > 0
            ? localized(others, one: "\(title) and \(others) more", other: "\(title) and \(others) more") : title
    }

    /// Adds the number of copies that got another name because theirs was taken.
    private func noting(_ message: String) -> String {
        let numbered = saved.filter(\.isNumbered).count
        guard numbered > 0 else { return message }
        return localized(numbered, one: "\(message) (\(numbered) renamed)", other: "\(message) (\(numbered) renamed)")
    }
}
