import Albums

extension PhotoCommands {
    /// Turns photos, with the files that are shown.
    func turn(_ marked: [Photo], isClockwise: Bool, on screen: any PhotoChoosing) throws(NoEffect) {
        try withPhotos(marked, on: screen) { [screens, shown = screen.shown] photos in
            let photos = photos.filter { $0.video == nil }
            guard !photos.isEmpty else { return screens.notices.explain(.unsupported(.orientation)) }
            screens.stores.edits.set(photos) { [library = screens.library] listed in
                // An earlier turn may not have reached the list.
                let photo = await library.photo(listed.id, near: listed) ?? listed
                guard let details = try? await shown.details(of: photo) else { return nil }
                let new = PhotoOrientation.turned(details.orientation ?? 1, isClockwise: isClockwise)
                return [.orientation: String(new)]
            }
        }
    }
}
