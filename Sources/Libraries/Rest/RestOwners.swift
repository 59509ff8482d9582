import Albums
import Synchronization

/// The people of a service, from `/users`; albums can be shown without them.
final class RestOwners: Sendable {
    /// How long people are not asked for again after that failed.
    private static let retryPause = Duration.seconds(3)

    /// Who has the albums of which it is not known whose they are.
    let unknown: Owner

    private let service: JSONService
    private let news: LibraryNews
    private let now: @Sendable () -> ContinuousClock.Instant
    private let requests = SharedWork<String, [Owner]>()
    private let state = Mutex(State.unasked)

    private enum State {
        case unasked
        case known([Owner])
        case failed(at: ContinuousClock.Instant)
    }

    init(service: JSONService, news: LibraryNews, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.service = service
        self.news = news
        self.now = now
        unknown = Owner(
            id: .unknown, name: service.address.host, website: service.address.text, address: .place(.init()))
    }

    /// Everyone there is; nobody when the service does not tell. Throws only when the task is cancelled.
    func known() async throws -> [Owner] {
        switch state.withLock({ $0 }) {
        case .known(let owners): return owners
        case .failed(let time) where time.duration(to: now()) < Self.retryPause: return []
        case .unasked, .failed: break
        }
        do {
            return try await requests.value(for: "users") { [self] in try await ask() }
        } catch is LibraryFailure {
            return []
        }
    }

    private func ask() async throws -> [Owner] {
        do {
            let users = try await service.get(LossyArray<WireUser>.self, ["users"]).answer
            var ids: Set<Owner.ID> = []
            let owners = users.elements.map(\.owner).filter { ids.insert($0.id).inserted }
            let before = state.withLock { state in
                defer { state = .known(owners) }
                return state
            }
            // Albums were listed without them.
            if case .failed = before { news.change() }
            return owners
        } catch let failure as LibraryFailure {
            let before = state.withLock { state in
                defer { state = .failed(at: now()) }
                return state
            }
            if case .unasked = before { news.partlyFailed(failure) }
            throw failure
        }
    }
}

/// A person as the service sends them; everything but the ID may be missing.
private struct WireUser: Decodable, Sendable {
    let id: WireText
    let name: WireText?
    let username: WireText?
    let email: WireText?
    let phone: WireText?
    let website: WireText?
    let address: Lossy<Place>?
    let company: Lossy<Company>?

    struct Place: Decodable, Sendable {
        let street: WireText?
        let suite: WireText?
        let city: WireText?
        let zipcode: WireText?
        let geo: Lossy<Point>?
    }

    /// The real service sends numbers in strings.
    struct Point: Decodable, Sendable {
        let lat: WireText
        let lng: WireText
    }

    struct Company: Decodable, Sendable {
        let name: WireText
        let catchPhrase: WireText?
    }

    var owner: Owner {
        Owner(
            id: Owner.ID(id.text), name: name?.text ?? username?.text ?? id.text, username: username?.text,
            email: email?.text, phone: phone?.text, website: website?.text,
            address: .place(address?.value?.place ?? .init()),
            company: company?.value.map { Albums.Company(name: $0.name.text, catchPhrase: $0.catchPhrase?.text) })
    }
}

extension WireUser.Place {
    fileprivate var place: Address.Place {
        Address.Place(
            street: street?.text ?? "", suite: suite?.text ?? "", city: city?.text ?? "", zipcode: zipcode?.text ?? "",
            coordinate: geo?.value?.coordinate)
    }
}

extension WireUser.Point {
    fileprivate var coordinate: Address.Coordinate? {
        guard let latitude = Double(lat.text), let longitude = Double(lng.text) else { return nil }
        return Address.Coordinate(latitude: latitude, longitude: longitude)
    }
}
