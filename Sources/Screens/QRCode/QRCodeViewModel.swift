/// Everything the QR code screen shows. It never changes.
struct QRCodeState: Sendable {
    let link: String
    /// Nil if the link is too long.
    let code: QRCode?
}

/// The state and commands of the QR code screen.
@MainActor
final class QRCodeViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var goBack: () -> Void
    }

    let state: QRCodeState
    private let actions: Actions

    init(link: String, actions: Actions) {
        state = QRCodeState(link: link, code: QRCode(link))
        self.actions = actions
    }

    func goBack() {
        actions.goBack()
    }
}
