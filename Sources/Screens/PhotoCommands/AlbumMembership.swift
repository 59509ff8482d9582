import Albums
import Localization

extension PhotoCommands {
    /// Adds photos to one of the user's albums or a new one, which the user chooses.
    func addToAlbum(_ photos: [Photo], from screen: any PhotoChoosing) {
        withEditableAlbums(from: screen) { [screens, weak coordinator] editing, albums in
            let title = localized("Add \(UserFacingText.title(of: photos)) to an album")
            let menu = Menu<Album?>(
                keys: .albums, title: title,
                rows: albums.map { .init($0, $0.title, count: $0.photoCount ?? 0) } + [
                    .init(nil, localized("New album\u{2026}"))
                ],
                search: .init(noMatch: { localized("No albums match \u{201C}\($0)\u{201D}") }))
            guard let choice = await coordinator?.ask(menu) else { return }
            if let album = choice { return screens.stores.edits.setMembership(of: photos, in: album, to: true) }
            let prompt = Prompt(
                title: title, label: localized("Name:") + " ", hint: localized("create", context: "hint"),
                reading: .atEnter { $0 })
            guard let name = await coordinator?.ask(prompt) else { return }
            let album = try await editing.createAlbum(named: name)
            screens.stores.edits.setMembership(of: photos, in: album, to: true)
        }
    }

    /// Removes photos from the album that is shown.
    func removeFromAlbum(_ photos: [Photo], from screen: any PhotoChoosing) {
        withEditableAlbums(from: screen) { [screens] _, albums in
            guard case .album(let id) = screen.position.list, let album = albums.first(where: { $0.id == id }) else {
                return screens.notices.explain(.notInOwnAlbum)
            }
            screens.stores.edits.setMembership(of: photos, in: album, to: false)
        }
    }

    /// Loads the albums that the user can change, and passes them to `use` if the screen is still on top.
    private func withEditableAlbums(
        from screen: any PhotoChoosing,
        _ use: @escaping @MainActor (any PhotoEditing, [Album]) async throws -> Void
    ) {
        guard let editing = screens.library.editing else { return }
        coordinator?.lookUp { [screens, weak coordinator] in
            do {
                let albums = try await editing.editableAlbums()
                // On another screen, a key meant for that screen could answer the menu.
                guard !Task.isCancelled, coordinator?.isOnTop(screen) == true else { return }
                try await use(editing, albums)
            } catch {
                if Task.isCancelled { return }
                screens.notices.post(.failure(localized("Couldn't change albums: \(UserFacingText.failure(error))")))
            }
        }
    }
}
