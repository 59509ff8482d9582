import Albums
import Libraries
import Pictures
import Screens

extension PicturePort {
    /// Creates the port that loads a library's pictures.
    init(loader: PictureLoader, library: any PhotoLibrary) {
        self.init(
            tile: { photo, request in
                loader.tile(
                    of: photo.id, from: { try await library.picture(of: photo) }, columns: request.columns,
                    rows: request.rows, fills: request.fills, style: request.style,
                    priority: request.isVisible ? .visible : .prefetch)
            },
            placeholder: { photo, request in
                photo.placeholder.flatMap {
                    loader.placeholder(
                        $0, for: photo.id,
                        aspect: request.fills
                            ? Double(request.columns) / (request.style.cellAspect * Double(request.rows))
                            : photo.aspect ?? 1,
                        columns: request.columns, rows: request.rows,
                        style: request.style)
                }
            },
            cachedTile: { photo, request in
                loader.cachedTile(
                    at: photo.id, columns: request.columns, rows: request.rows, fills: request.fills,
                    style: request.style)
            },
            dimensions: { try await loader.size(of: $0.id, from: library.picture(of: $0)) },
            aspect: { photo in
                guard case .file(let path) = try? await library.picture(of: photo),
                    let size = try? await loader.size(of: photo.id, from: .file(path: path)), size.height > 0
                else { return nil }
                return Double(size.width) / Double(size.height)
            },
            details: { photo in
                let source = try await library.picture(of: photo)
                var details = try await loader.details(of: photo.id, from: source).namingPlace()
                if case .file(let path) = source { details.fileBytes = FileSize.of(path) }
                return details
            },
            shownPixels: { loader.shownPixels(of: $0.id) },
            view: { photo, request in
                loader.view(
                    of: photo.id, from: { try await library.picture(of: photo) }, part: request.part,
                    rotation: request.rotation, columns: request.columns, rows: request.rows, style: request.style)
            },
            cancelViews: loader.cancelViews,
            animation: { photo in
                try await loader.animation(of: photo.id, from: library.picture(of: photo)).map(PhotoAnimation.init)
            }, forgetChangedFiles: loader.forgetChangedFiles)
    }
}

extension PhotoAnimation {
    fileprivate init(_ picture: AnimatedPicture) {
        self.init(
            delay: picture.delay, advance: picture.advance,
            draw: { request in
                try await picture.draw(
                    part: request.part, rotation: request.rotation, columns: request.columns, rows: request.rows,
                    style: request.style)
            })
    }
}
