import Albums

extension PhotoCommands {
    /// Turns photos, with the files that are shown.
    func turn(_ photos: [Photo], isClockwise: Bool, in shown: ShownLibrary) throws(NoEffect) {
        let photos = photos.filter { $0.video == nil }
        guard screens.library.canEdit(.orientation), !photos.isEmpty else { throw .notTurnable }
        screens.changeLog.make { [assessments = screens.assessments, library = screens.library] in
            var changed: [Photo] = []
            var changes: [PhotoChange] = []
            for listed in photos {
                // An earlier turn may not have reached the list.
                let photo = await library.photo(listed.id, near: listed) ?? listed
                guard let details = try? await shown.pictures.details(photo) else { continue }
                let new = PhotoOrientation.turned(details.orientation ?? 1, isClockwise: isClockwise)
                changed.append(listed)
                changes.append(PhotoChange(listed, .set([.orientation: String(new)])))
            }
            return await assessments.apply(.edit(changed, changes))
        }
    }
}
