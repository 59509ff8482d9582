import Albums

/// The details beside or in place of the viewer's photo, which follow the photo, its assessment and its pixels.
@MainActor
final class DetailsPanel {
    let details: DetailsViewModel
    private let shown: ShownLibrary
    /// The photo that the details describe.
    private var photo: Photo?
    /// The last information loaded.
    private var information: (photo: Photo, information: PhotoInformation)?

    init(of photo: Photo, in shown: ShownLibrary, clock: any Clock<Duration>) {
        self.shown = shown
        details = DetailsViewModel(.init(sheet: DetailSheet(photo, nil)), clock: clock)
        load(photo)
    }

    /// Loads the details again with the next update, even if it is about the same photo.
    func forget() {
        photo = nil
    }

    /// Shows the details of the photo on the screen, if it's another one, or if its assessment has changed or its pixels,
    /// as by zooming.
    ///
    /// - Parameter assessment: nil if the library has none.
    func update(_ photo: Photo?, _ assessment: Assessment?, isBusy: Bool) {
        guard let photo else { return }
        if self.photo?.hasPixels(of: photo) != true {
            load(photo)
        } else if var known = information?.information, information?.photo.id == photo.id, !isBusy {
            let former = (known.pixels, known.details.assessment)
            known.pixels = shown.pictures.shownPixels(photo) ?? known.pixels
            if let assessment { known.details.assessment = assessment }
            guard former != (known.pixels, known.details.assessment) else { return }
            information = (photo, known)
            details.update(DetailSheet(photo, known))
        }
    }

    private func load(_ photo: Photo) {
        self.photo = photo
        details.show(DetailSheet(photo, nil)) { [weak self, shown] early in
            var information = await PhotoInformation.complete(of: photo, in: shown) { information in
                // The next photo's information may have loaded first.
                if !Task.isCancelled { self?.information = (photo, information) }
                early(DetailSheet(photo, information))
            }
            guard !Task.isCancelled else { return DetailSheet(photo, information) }
            if let known = self?.information, known.photo.id == photo.id {
                // The pixels and the assessment may have changed during loading.
                information.pixels = known.information.pixels
                information.details.assessment = known.information.details.assessment
            }
            self?.information = (photo, information)
            return DetailSheet(photo, information)
        }
    }
}
