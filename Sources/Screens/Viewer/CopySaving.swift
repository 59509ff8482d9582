import Albums

/// Saves copies of photos: asks for a path, then fetches and writes, also while something else is seen.
@MainActor
final class CopySaving {
    /// What is seen of it.
    struct State: Sendable {
        /// The path while it is typed.
        var path = TextLine()
        /// How far a copy has come that takes long; nil while there is none.
        var progress: String?
    }

    /// Called when the state has changed.
    var onChange: () -> Void = {}

    private(set) var state = State() {
        didSet { onChange() }
    }

    private let copies: CopyPort
    /// Tells a person what became of a copy.
    private let post: (Notice) -> Void
    private let sign: ProgressSign
    private var photo: Photo?
    private var received: TransferProgress?
    private var copiesUnderWay = 0

    init(copies: CopyPort, clock: any Clock<Duration>, post: @escaping (Notice) -> Void) {
        self.copies = copies
        self.post = post
        sign = ProgressSign(clock: clock)
        sign.onChange = { [weak self] in self?.showProgress() }
    }

    /// Asks where a copy is to be saved.
    func begin(_ photo: Photo) {
        self.photo = photo
        state.path.begin(with: copies.suggestedPath(photo))
    }

    /// Types into the path; Enter saves the copy there.
    func changePath(_ change: (inout TextLine) -> Void) {
        change(&state.path)
        guard !state.path.isTyping, let photo else { return }
        self.photo = nil
        let path = state.path.text
        state.path.clear()
        if !path.isEmpty { save(photo, path) }
    }

    private func save(_ photo: Photo, _ path: String) {
        copiesUnderWay += 1
        sign.update(isBusy: true)
        Task { [weak self, copies, post] in
            do {
                let saved = try await copies.save(photo, path) { received in
                    Task { @MainActor in self?.note(received) }
                }
                post(.news("Saved as \(saved)"))
            } catch {
                post(.failure("Not saved: \(Words.failure(error))"))
            }
            self?.end()
        }
    }

    private func note(_ received: TransferProgress) {
        self.received = received
        showProgress()
    }

    private func end() {
        copiesUnderWay -= 1
        received = nil
        sign.update(isBusy: copiesUnderWay > 0)
        showProgress()
    }

    private func showProgress() {
        guard sign.isShown else {
            state.progress = nil
            return
        }
        let part = received.flatMap { received in
            received.expected.map { " \(100 * min(received.received, $0) / max(1, $0))%" }
        }
        state.progress = "saving" + (part ?? "")
    }
}
