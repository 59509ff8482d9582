import Albums
import Libraries
import Pictures
import Screens

extension PicturePort {
    /// Creates the port that loads a library's pictures.
    init(loader: PictureLoader, library: any PhotoLibrary) {
        self.init(
            tile: { photo, request in
                loader.tile(of: photo.pixelVersion, from: { try await library.picture(of: photo) }, as: request)
            },
            placeholder: { photo, request in
                photo.placeholder.flatMap {
                    loader.placeholder($0, for: photo.pixelVersion, aspect: photo.aspect, as: request)
                }
            },
            cachedTile: { photo, request in loader.cachedTile(of: photo.pixelVersion, as: request) },
            knownDimensions: { loader.knownSize(of: $0.pixelVersion) },
            dimensions: { try await loader.size(of: $0.pixelVersion, from: library.picture(of: $0)) },
            aspect: { photo in
                guard case .file(let path) = try? await library.picture(of: photo),
                    let size = try? await loader.size(of: photo.pixelVersion, from: .file(path: path)), size.height > 0
                else { return nil }
                return Double(size.width) / Double(size.height)
            },
            details: { photo in
                let source = try await library.picture(of: photo)
                var details = try await loader.details(of: photo.pixelVersion, from: source).namingPlace()
                if case .file(let path) = source { details.fileBytes = FileSize.of(path) }
                return details
            },
            shownPixels: { loader.shownPixels(of: $0.pixelVersion) },
            tones: { try? await loader.tones(of: $0.pixelVersion, from: library.picture(of: $0)) },
            view: { photo, request in
                loader.view(of: photo.pixelVersion, from: { try await library.picture(of: photo) }, as: request)
            },
            cancelViews: loader.cancelViews(in:),
            animation: { photo in
                try await loader.animation(of: photo.pixelVersion, from: library.picture(of: photo)).map(
                    PhotoAnimation.init)
            }, forgetBrokenPictures: loader.forgetBrokenPictures, forgetChangedFiles: loader.forgetChangedFiles)
    }
}

extension PhotoAnimation {
    fileprivate init(_ picture: AnimatedPicture) {
        self.init(delay: picture.delay, advance: picture.advance, draw: picture.draw)
    }
}
