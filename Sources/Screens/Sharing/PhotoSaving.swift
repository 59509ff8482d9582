import Albums
import Basics
import Localization

/// Saves copies of photos one at a time, in the background.
@MainActor
final class PhotoSaving: BackgroundWork {
    /// The progress of one save operation.
    struct Progress: Hashable, Sendable {
        /// The heading for the whole operation.
        let title: String
        /// The number of the photo being saved, from 1.
        var number: Int
        let count: Int
        /// The percentage of the current photo; nil while its size in bytes is unknown.
        var percent: Int?

        /// `saving 3 of 12  45%`
        var text: String {
            (count > 1 ? localized("saving \(number) of \(count)") : localized("saving"))
                + (percent.map { "  \($0)%" } ?? "")
        }
    }

    /// Called when the progress changes, and at the end.
    var onChange: () -> Void = {}

    /// Nil when idle.
    private(set) var progress: Progress?
    /// Whether the last operation failed for any photo.
    private(set) var hasFailed = false

    /// Whether the progress is shown.
    var isBusy: Bool { busyIndicator.isShown }

    var progressLine: String? { progress.map { "\($0.title): \($0.text)" } }

    private let copies: CopyPort
    private let notices: Notices
    private let busyIndicator: BusyIndicator
    private var saving: Task<Void, Never>?

    init(copies: CopyPort, notices: Notices, clock: any Clock<Duration>) {
        self.copies = copies
        self.notices = notices
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.progressChanged() }
    }

    /// Saves the files of photos in a folder, or a single one as a file. Does nothing if an operation is in progress.
    func save(_ photos: SharedPhotos, at path: String) {
        let files = photos.files
        guard progress == nil, !files.isEmpty else { return }
        let destination = files.count > 1 && !path.hasSuffix("/") ? path + "/" : path
        progress = Progress(title: UserFacingText.title(of: photos.photos), number: 1, count: files.count)
        busyIndicator.update(isBusy: true)
        saving = Task { [copies] in
            var outcome = SavingOutcome(photos: photos.photos.count, files: files.count)
            for (index, photo) in files.enumerated() where outcome.canContinue {
                progress?.number = index + 1
                progress?.percent = nil
                progressChanged()
                await outcome.record(photo) {
                    let (transfers, continuation) = AsyncStream.makeStream(
                        of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
                    let following = Task { for await received in transfers { record(received, ofPhoto: index + 1) } }
                    defer { following.cancel() }
                    return try await copies.save(photo, destination) { continuation.yield($0) }
                }
            }
            progress = nil
            // The question about quitting ends with the indicator.
            hasFailed = outcome.notice.isFailure
            notices.post(outcome.notice)
            busyIndicator.update(isBusy: false)
            progressChanged()
        }
    }

    /// Cancels the operation; finished copies stay.
    func cancel() {
        saving?.cancel()
    }

    /// Cancels the operation and waits until all partial files are removed.
    func stop() async {
        cancel()
        await saving?.value
    }

    private func record(_ received: TransferProgress, ofPhoto number: Int) {
        guard progress?.number == number, let expected = received.expected, expected > 0 else { return }
        let percent = Int(100 * Double(min(max(0, received.received), expected)) / Double(expected))
        guard percent != progress?.percent else { return }
        progress?.percent = percent
        progressChanged()
    }

    private func progressChanged() {
        notices.show(isBusy ? progress.map { "\($0.text) \(UserFacingText.escapeCancels)" } : nil, of: .saving)
        onChange()
    }
}

/// Collects the results of saving photos, and summarizes them as a notice.
@MainActor
struct SavingOutcome {
    private let photos: Int
    /// The number of files to save, without sidecars.
    private let total: Int
    private var saved: [SavedCopy] = []
    private var failures: [(photo: Photo, message: String)] = []
    private var isCanceled = false
    /// Whether no file can be written at all.
    private var isUnwritable = false

    init(photos: Int, files: Int) {
        self.photos = photos
        total = files
    }

    /// Whether to continue with the next photo.
    var canContinue: Bool { !isCanceled && !isUnwritable }

    /// Saves a photo and records the result.
    mutating func record(_ photo: Photo, _ save: () async throws -> SavedCopy) async {
        do {
            saved.append(try await save())
        } catch {
            // A canceled request may fail with a connection error.
            isCanceled = Task.isCancelled
            isUnwritable = (error as? CopyFailure).map { !$0.isOfName } ?? false
            if !isCanceled { failures.append((photo, UserFacingText.failure(error))) }
        }
        isCanceled = isCanceled || Task.isCancelled
    }

    var notice: Notice {
        if total == 1, let copy = saved.first {
            return .info(
                copy.isNumbered
                    ? localized("That name was taken; saved as \(copy.path)")
                    : copy.isInNewFolder
                        ? localized("Saved in a new folder as \(copy.path)") : localized("Saved as \(copy.path)"))
        }
        // If no file can be written at all, the photo isn't the cause, so its title is left out.
        if total == 1 || isUnwritable && saved.isEmpty, let failure = failures.last {
            return .failure(localized("Couldn't save: \(failure.message)"))
        }
        guard let path = saved.first?.path else {
            return failures.isEmpty
                ? .info(localized("Nothing was saved"))
                : .failure(localized("Saved \(saved.count) of \(total); \(failed) failed: \(failures[0].message)"))
        }
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        if let failure = failures.first {
            return .failure(
                localized("Saved \(saved.count) of \(total) to \(folder); \(failed) failed: \(failure.message)"))
        }
        if isCanceled, saved.count < total {
            return .info(addingRenames(localized("Canceled; saved \(saved.count) of \(total) to \(folder)")))
        }
        let isNew = saved.contains(where: \.isInNewFolder)
        return .info(
            addingRenames(
                isNew
                    ? localized("Saved \(savedPhotos) to the new folder \(folder)")
                    : localized("Saved \(savedPhotos) to \(folder)")))
    }

    /// The number of photos, and of files if there are more: `2 photos (5 files)`.
    private var savedPhotos: String {
        let text = UserFacingText.photos(photos)
        let files = saved.reduce(saved.count) { $0 + $1.sidecarCount }
        return files == photos
            ? text : localized(files, one: "\(text) (\(files) file)", other: "\(text) (\(files) files)")
    }

    /// The photos without copies: the first title and the number of others.
    private var failed: String {
        guard let title = failures.first?.photo.title else { return "" }
        let others = failures.count - 1
        return others > 0
            ? localized(others, one: "\(title) and \(others) more", other: "\(title) and \(others) more") : title
    }

    /// Adds the number of copies that got another name because theirs was taken.
    private func addingRenames(_ message: String) -> String {
        let numbered = saved.filter(\.isNumbered).count
        guard numbered > 0 else { return message }
        return localized(numbered, one: "\(message) (\(numbered) renamed)", other: "\(message) (\(numbered) renamed)")
    }
}
