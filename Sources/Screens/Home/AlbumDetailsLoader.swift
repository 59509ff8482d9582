import Albums

/// Loads covers and counts of the albums in view, one request per album, for libraries that omit them from lists.
@MainActor
final class AlbumDetailsLoader {
    /// Called when details load or fail, or when loading becomes slow.
    var onChange: () -> Void = {}

    private let library: any PhotoLibrary
    private let busyIndicator: BusyIndicator
    /// Why details failed to load. Only an explicit retry requests them again.
    private(set) var failures: [Album.ID: String] = [:]
    private var loaded: [Album.ID: Album] = [:]
    private var requests: [Album.ID: Task<Void, Never>] = [:]

    init(library: any PhotoLibrary, clock: any Clock<Duration>) {
        self.library = library
        busyIndicator = BusyIndicator(clock: clock)
        // Not reported when the sign disappears: the change that hides it calls `onChange` itself.
        busyIndicator.onChange = { [weak self] in if self?.busyIndicator.isShown == true { self?.onChange() } }
    }

    /// The albums still waiting for their details, once loading is slow.
    var slowAlbums: Set<Album.ID> { busyIndicator.isShown ? Set(requests.keys) : [] }

    /// Returns the album with its loaded details. The owner comes from `album`, because it may have been resolved
    /// since.
    func completed(_ album: Album) -> Album {
        guard let details = loaded[album.id] else { return album }
        return Album(
            id: album.id, ownerID: album.ownerID, title: album.title, name: album.name,
            photoCount: album.photoCount ?? details.photoCount, date: album.date ?? details.date,
            cover: album.cover ?? details.cover)
    }

    /// Forgets failures, so that the next `load` requests the details again. Returns whether any had failed.
    func retryFailed() -> Bool {
        defer { failures = [:] }
        return !failures.isEmpty
    }

    /// Cancels outstanding loads.
    func stop() {
        requests.values.forEach { $0.cancel() }
        requests = [:]
        busyIndicator.update(isBusy: false)
    }

    /// Requests missing details of these albums and cancels all other requests.
    func load(_ albums: some Collection<Album>) {
        let visible = Set(albums.map(\.id))
        for (id, task) in requests where !visible.contains(id) {
            task.cancel()
            requests[id] = nil
        }
        for album in albums where album.cover == nil || album.photoCount == nil {
            guard loaded[album.id] == nil, requests[album.id] == nil, failures[album.id] == nil else { continue }
            requests[album.id] = Task { [weak self, library] in
                do {
                    let details = try await library.details(of: album)
                    guard !Task.isCancelled else { return }
                    self?.loaded[album.id] = details
                } catch {
                    guard !Task.isCancelled else { return }
                    self?.failures[album.id] = UserFacingText.sentence(error)
                }
                self?.requests[album.id] = nil
                self?.updateBusyIndicator()
                self?.onChange()
            }
        }
        updateBusyIndicator()
    }

    private func updateBusyIndicator() {
        busyIndicator.update(isBusy: !requests.isEmpty)
    }
}

extension PicturePort {
    /// Returns a port for covers: if a cover can't be decoded, the album's next decodable photo replaces it.
    func replacingBrokenCovers(of library: any PhotoLibrary) -> PicturePort {
        var port = self
        port.tile = { [tile] photo, request in
            AsyncThrowingStream { yield in
                do {
                    for try await picture in tile(photo, request) { yield(picture) }
                } catch let failure as PictureFailure where failure.isOfPicture {
                    for index in 0..<maxCoverCandidates {
                        try Task.checkCancellation()
                        let page = try? await library.photos(
                            in: .album(photo.albumID), matching: .everything, in: index..<index + 1)
                        guard let next = page?.items.first else { break }
                        guard next.id != photo.id else { continue }
                        do {
                            for try await picture in tile(next, request) { yield(picture) }
                            return
                        } catch {}
                    }
                    throw failure
                }
            }
        }
        return port
    }
}

/// The maximum number of photos to try as an album's cover.
private let maxCoverCandidates = 50

extension PictureFailure {
    /// Whether the picture itself caused the failure, so that another picture of the library may work.
    fileprivate var isOfPicture: Bool {
        switch self {
        case .unreadable, .notAFile, .noPicture, .empty, .unknownFormat, .unsupportedFormat, .missingLibrary, .damaged,
            .tookTooLong,
            .neededTooMuchMemory, .decoderCrashed, .tooLarge, .fileTooLarge, .noVideoFrame:
            true
        case .downloadFailed, .noThumbnail, .inAnotherLibrary, .missingFile, .noOriginal: false
        }
    }
}
