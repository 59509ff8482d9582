import Albums
import Localization

/// Saves copies of photos one at a time, in the background.
@MainActor
final class PhotoSaving {
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

    /// Saves photos in a folder, or a single photo as a file. Does nothing if an operation is in progress.
    func save(_ photos: [Photo], at path: String) {
        guard progress == nil, !photos.isEmpty else { return }
        let destination = photos.count > 1 && !path.hasSuffix("/") ? path + "/" : path
        progress = Progress(title: UserFacingText.title(of: photos), number: 1, count: photos.count)
        busyIndicator.update(isBusy: true)
        saving = Task { [copies] in
            var outcome = SavingOutcome(wanted: photos.count)
            for (index, photo) in photos.enumerated() where outcome.canContinue {
                progress?.number = index + 1
                progress?.percent = nil
                progressChanged()
                await outcome.note(photo) {
                    try await copies.save(photo, destination) { received in
                        Task { @MainActor [weak self] in self?.note(received, ofPhoto: index + 1) }
                    }
                }
            }
            progress = nil
            busyIndicator.update(isBusy: false)
            hasFailed = outcome.notice.isFailure
            notices.post(outcome.notice)
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

    private func note(_ received: TransferProgress, ofPhoto number: Int) {
        guard progress?.number == number, let expected = received.expected, expected > 0 else { return }
        let percent = Int(100 * Double(min(max(0, received.received), expected)) / Double(expected))
        guard percent != progress?.percent else { return }
        progress?.percent = percent
        progressChanged()
    }

    private func progressChanged() {
        notices.show(busyIndicator.isShown ? progress?.text : nil, of: .saving)
        onChange()
    }
}
