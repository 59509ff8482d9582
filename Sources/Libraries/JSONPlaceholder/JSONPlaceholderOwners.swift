import Albums
import Basics
import HTTP
import Synchronization

/// The users of a service, from `/users`. Albums can be shown without them.
final class JSONPlaceholderOwners: Sendable {
    /// The pause after a failed request for the users.
    private static let retryPause = Duration.seconds(3)

    /// Placeholder owner of albums without a known owner.
    let unknown: Owner

    private let service: JSONPlaceholderLists
    private let broadcaster: LibraryEventBroadcaster
    private let now: @Sendable () -> ContinuousClock.Instant
    private let softTimeout: @Sendable () async throws -> Void
    private let requests = SharedWork<String, [Owner]>()
    private let state = Mutex(State())

    private struct State {
        /// Nil until the users have loaded.
        var owners: [Owner]?
        var failedAt: ContinuousClock.Instant?
        /// Whether albums were listed without the users.
        var timedOut = false
    }

    /// - Parameter softTimeout: ends the wait of albums for the users.
    init(
        service: JSONPlaceholderLists, address: ServiceAddress, broadcaster: LibraryEventBroadcaster,
        softTimeout: @escaping @Sendable () async throws -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.service = service
        self.broadcaster = broadcaster
        self.softTimeout = softTimeout
        self.now = now
        unknown = Owner(
            id: .unknown, name: address.name, website: address.text, address: .postal(.init()))
    }

    /// Requests the users again with the next call, unless they are known.
    func retry() {
        state.withLock { $0.failedAt = nil }
        requests.restart()
    }

    /// Returns all users; empty if the request fails. Throws only on cancellation.
    func all() async throws -> [Owner] {
        let state = state.withLock { $0 }
        if let owners = state.owners { return owners }
        if let time = state.failedAt, time.duration(to: now()) < Self.retryPause { return [] }
        do {
            return try await requests.value(for: "users") { [self] in try await fetchOwners() }
        } catch is LibraryFailure {
            return []
        }
    }

    /// Returns all users, or none if the service takes longer than `softTimeout`; `.changed` follows when they arrive.
    func allWithinTimeout() async throws -> [Owner] {
        if let owners = state.withLock({ $0.owners }) { return owners }
        if let owners = try await withSoftTimeout(softTimeout, all) {
            return owners
        }
        return state.withLock { state in
            state.timedOut = state.owners == nil
            return state.owners ?? []
        }
    }

    private func fetchOwners() async throws -> [Owner] {
        do {
            let users: [JSONPlaceholderUser] = try await service.all("users")
            var ids: Set<Owner.ID> = []
            let owners = users.map(\.owner).filter { ids.insert($0.id).inserted }
            let timedOut = state.withLock { state in
                state.owners = owners
                return state.timedOut
            }
            if timedOut { broadcaster.change() }
            return owners
        } catch let failure as LibraryFailure {
            let isFirst = state.withLock { state in
                defer {
                    state.failedAt = now()
                    state.timedOut = true
                }
                return state.failedAt == nil
            }
            if isFirst { broadcaster.ownersFailed(failure) }
            throw failure
        }
    }
}
