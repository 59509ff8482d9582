import Albums
import Basics
import Synchronization

/// The user of the key, and the other users who share albums with them.
final class ImmichAccount: Sendable {
    private let service: ImmichService
    private let state = Mutex(State())
    private let requests = SharedWork<Int, Owner?>()

    private struct State {
        var user: Owner?
        var owners: [Owner] = []
    }

    init(service: ImmichService) {
        self.service = service
    }

    /// The owners of albums, the user first.
    var owners: [Owner] {
        get { state.withLock { $0.owners } }
        set { state.withLock { $0.owners = newValue } }
    }

    /// Returns the user; nil if the key may not read that.
    func user() async throws -> Owner? {
        if let known = state.withLock({ $0.user }) { return known }
        return try await requests.value(for: 0) { [self] in
            do {
                let user = try await service.get(ImmichUser.self, ["users", "me"]).owner
                state.withLock { $0.user = user }
                return user
            } catch LibraryFailure.permissionMissing {
                return nil
            }
        }
    }

    /// Whether a photo is the user's own, as far as is known.
    func owns(_ asset: ImmichAsset) -> Bool {
        guard let owner = asset.owner, let user = state.withLock({ $0.user?.id }) else { return true }
        return user.rawValue == owner.text
    }

    /// Returns the name of a photo's owner; nil for the user and for unknown users.
    func nameOfOther(owning asset: ImmichAsset) -> String? {
        state.withLock { state in
            guard let owner = asset.owner.map({ Owner.ID($0.text) }), owner != state.user?.id else { return nil }
            return state.owners.first { $0.id == owner }?.name
        }
    }

    /// Requests the server's version, the user, and the key's permissions.
    func report() async throws -> ServiceReport {
        let version = try await service.connection().version
        let name = try await user()?.name
        var permissions: [String]?
        if version.reportsPermissions {
            permissions = try await service.get(ImmichKey.self, ["api-keys", "me"], isReload: true).permissions.elements
                .map(\.text)
        }
        var refused: [ServiceReport.Refusal] = []
        if let permissions, !permissions.contains("all") {
            refused = Self.permissions.filter { !permissions.contains($0.1) }
                .map { ServiceReport.Refusal(command: $0.0, need: $0.1) }
        }
        for (command, first) in [
            (ServiceReport.Command.rejecting, ImmichVersion.firstToReject), (.turning, .firstToEdit),
        ] where version < first {
            refused.removeAll { $0.command == command }
            let need = "\(AccessKey.immich.service) \(first.text)"
            refused.append(ServiceReport.Refusal(command: command, need: need))
        }
        let used = Self.permissions.map(\.1) + ["all"]
        return ServiceReport(
            service: AccessKey.immich.service, version: version.text, user: name,
            permissions: permissions?.filter(used.contains), refused: refused)
    }

    /// The permissions that commands need.
    private static let permissions: [(ServiceReport.Command, String)] = [
        (.account, "user.read"), (.albums, "album.read"), (.photos, "asset.read"), (.pictures, "asset.view"),
        (.bursts, "stack.read"), (.people, "person.read"), (.people, "person.statistics"), (.rating, "asset.update"),
        (.tags, "tag.read"), (.tags, "tag.create"), (.tags, "tag.asset"),
        (.turning, "asset.edit.get"), (.turning, "asset.edit.create"), (.turning, "asset.edit.delete"),
        (.trash, "asset.delete"),
        (.originals, "asset.download"), (.changingAlbums, "albumAsset.create"),
        (.changingAlbums, "albumAsset.delete"), (.changingAlbums, "album.create"), (.changingAlbums, "album.delete"),
        (.links, "sharedLink.create"),
    ]

    /// Cancels hanging requests.
    func retry() {
        requests.restart()
    }
}
