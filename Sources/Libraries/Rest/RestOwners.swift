import Albums
import Synchronization

/// The people of a service, from `/users`; albums can be shown without them.
final class RestOwners: Sendable {
    /// How long people are not asked for again after that failed.
    private static let retryPause = Duration.seconds(3)

    /// Who has the albums of which it is not known whose they are.
    let unknown: Owner

    private let service: RestLists
    private let news: LibraryNews
    private let now: @Sendable () -> ContinuousClock.Instant
    private let patience: Duration
    private let requests = SharedWork<String, [Owner]>()
    private let state = Mutex(State())

    private struct State {
        /// Nil until the service has told.
        var people: [Owner]?
        var failedAt: ContinuousClock.Instant?
        /// Whether albums were listed without them.
        var wereMissed = false
    }

    /// - Parameter patience: how long albums wait for people who take longer than they.
    init(
        service: RestLists, address: ServiceAddress, news: LibraryNews, patience: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.service = service
        self.news = news
        self.patience = patience
        self.now = now
        unknown = Owner(
            id: .unknown, name: address.name, website: address.text, address: .place(.init()))
    }

    /// Asks for people with the next question, if they are not known.
    func retry() {
        state.withLock { $0.failedAt = nil }
        requests.restart()
    }

    /// Everyone there is; nobody when the service does not tell. Throws only when the task is cancelled.
    func known() async throws -> [Owner] {
        let state = state.withLock { $0 }
        if let people = state.people { return people }
        if let time = state.failedAt, time.duration(to: now()) < Self.retryPause { return [] }
        do {
            return try await requests.value(for: "users") { [self] in try await ask() }
        } catch is LibraryFailure {
            return []
        }
    }

    /// Everyone, or nobody while the service takes its time: the news tell when they have come after all.
    func knownSoon() async throws -> [Owner] {
        if let people = state.withLock({ $0.people }) { return people }
        if let people = try await withPatience({ [patience] in try await Task.sleep(for: patience) }, known) {
            return people
        }
        return state.withLock { state in
            state.wereMissed = state.people == nil
            return state.people ?? []
        }
    }

    private func ask() async throws -> [Owner] {
        do {
            let users: [WireUser] = try await service.all("users")
            var ids: Set<Owner.ID> = []
            let people = users.map(\.owner).filter { ids.insert($0.id).inserted }
            let wereMissed = state.withLock { state in
                state.people = people
                return state.wereMissed
            }
            if wereMissed { news.change() }
            return people
        } catch let failure as LibraryFailure {
            let isFirst = state.withLock { state in
                defer {
                    state.failedAt = now()
                    state.wereMissed = true
                }
                return state.failedAt == nil
            }
            if isFirst { news.partlyFailed(failure) }
            throw failure
        }
    }
}
