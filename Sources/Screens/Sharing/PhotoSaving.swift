import Albums
import Localization

/// Saves copies of photos one after the other, also while something else is seen.
@MainActor
final class PhotoSaving {
    /// How far it has come.
    struct Progress: Hashable, Sendable {
        /// What all of it is called.
        let title: String
        /// Which photo is being saved, from 1.
        var number: Int
        let count: Int
        /// Nil while it is not known how many bytes there will be.
        var percent: Int?

        /// `saving 3 of 12  45%`
        var text: String {
            (count > 1 ? localized("saving \(number) of \(count)") : localized("saving"))
                + (percent.map { "  \($0)%" } ?? "")
        }
    }

    /// Called when there is progress, and at the end.
    var onChange: () -> Void = {}

    /// Nil while nothing is being saved.
    private(set) var progress: Progress?
    /// Whether the last photos could not all be saved.
    private(set) var hasFailed = false

    private let copies: CopyPort
    private let notices: Notices
    private let sign: ProgressSign
    private var saving: Task<Void, Never>?

    init(copies: CopyPort, notices: Notices, clock: any Clock<Duration>) {
        self.copies = copies
        self.notices = notices
        sign = ProgressSign(clock: clock)
        sign.onChange = { [weak self] in self?.progressChanged() }
    }

    /// Saves photos in a folder, or one photo as a file; nothing happens while others are being saved.
    func save(_ photos: [Photo], at path: String) {
        guard progress == nil, !photos.isEmpty else { return }
        let place = photos.count > 1 && !path.hasSuffix("/") ? path + "/" : path
        progress = Progress(title: Words.title(of: photos), number: 1, count: photos.count)
        sign.update(isBusy: true)
        saving = Task { [copies] in
            var outcome = SavingOutcome(wanted: photos.count)
            for (index, photo) in photos.enumerated() where outcome.goesOn {
                progress?.number = index + 1
                progress?.percent = nil
                progressChanged()
                await outcome.note(photo) {
                    try await copies.save(photo, place) { received in
                        Task { @MainActor [weak self] in self?.note(received, ofPhoto: index + 1) }
                    }
                }
            }
            progress = nil
            sign.update(isBusy: false)
            hasFailed = outcome.notice.isFailure
            notices.post(outcome.notice)
            progressChanged()
        }
    }

    /// Saves no more; what is saved stays.
    func cancel() {
        saving?.cancel()
    }

    /// Saves no more, and waits until nothing unfinished is left on the disk.
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
        notices.show(sign.isShown ? progress?.text : nil, of: .saving)
        onChange()
    }
}
