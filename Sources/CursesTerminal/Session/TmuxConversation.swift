import Dispatch

/// Queries tmux in the background during a session. Outside tmux, all answers are nil or false.
@MainActor
final class TmuxConversation {
    private let tmux: Tmux?
    private var hasAskedFeatures = false
    /// The clients of tmux when it was asked last; nil before.
    private var clients: Set<String>?
    private var isAskingClients = false
    /// When a key was pressed last, or the mouse was used.
    private var lastInput = DispatchTime.now()

    init(environment: [String: String]) {
        tmux = Tmux(environment: environment)
    }

    /// The terminal around tmux; nil if unknown.
    var client: Tmux.Client? {
        get async {
            guard let tmux else { return nil }
            return await Task.detached { tmux.client }.value
        }
    }

    /// Copies a text to the clipboard of the terminal around tmux. Returns whether tmux succeeded.
    func copy(_ text: [UInt8]) async -> Bool {
        guard let tmux else { return false }
        return await Task.detached { tmux.copy(text) }.value
    }

    /// Asks for the features of the terminal around tmux, if tmux hasn't answered that yet.
    func askFeatures(_ receive: @escaping (Set<String>) -> Void) {
        guard let tmux, !hasAskedFeatures else { return }
        hasAskedFeatures = true
        Task {
            guard let features = await Task.detached(operation: { tmux.terminalFeatures }).value else {
                hasAskedFeatures = false
                return
            }
            receive(features)
        }
    }

    /// Makes `askFeatures` ask again, because another terminal may show the session.
    func forgetFeatures() { hasAskedFeatures = false }

    /// Asks which terminals show the session, and reports whether another one does since the last time.
    func askClients(onNewClient: @escaping () -> Void) {
        guard let tmux, !isAskingClients else { return }
        isAskingClients = true
        Task {
            let clients = await Task.detached { tmux.clients }.value
            isAskingClients = false
            guard let clients else { return }
            if let known = self.clients, !clients.isSubset(of: known) { onNewClient() }
            self.clients = clients
        }
    }

    /// Records a key or use of the mouse. Returns whether it follows a pause, in which the user may have attached another
    /// terminal.
    func didReceiveInput() -> Bool {
        defer { lastInput = .now() }
        return .now() > lastInput + .seconds(1)
    }
}
