import Albums
import Basics
import Dispatch
import Libraries
import Pictures
import Storage

extension PictureIndex {
    /// Creates the port that fills a database by reading files.
    init(_ database: PhotoIndex, loader: PictureLoader, colors: TileColors) {
        self.init(
            known: { folder, use in
                database.forEachPhoto(inFolder: folder) { use($0.name, ($0.stamp, PhotoFacts($0))) }
            },
            read: { folder, files in
                let parts = stride(from: 0, to: files.count, by: filesPerPart).map {
                    Array(files[$0..<min($0 + filesPerPart, files.count)])
                }
                let photos = await withTaskGroup(of: (Int, [IndexedPhoto?]).self) { group in
                    for (index, part) in parts.enumerated() {
                        group.addTask { (index, await loader.indexed(part, in: folder, colors: colors)) }
                    }
                    return await group.reduce(into: [[IndexedPhoto?]](repeating: [], count: parts.count)) {
                        $0[$1.0] = $1.1
                    }.flatMap { $0 }
                }
                // Writing blocks on the disk, and on other instances.
                await DispatchQueue.global(qos: .utility).runBlocking {
                    // Others have more metadata once a missing library is installed.
                    database.store(
                        photos.compactMap { $0 }.filter { $0.details.missingPackage == nil }, inFolder: folder)
                }
                return photos.map { $0.map { PhotoFacts($0) } }
            }, contents: ContentHashes(database))
    }
}

extension PhotoFacts {
    fileprivate init(_ photo: IndexedPhoto) {
        self.init(
            photo.details, size: photo.size, orientation: photo.orientation, color: photo.color,
            place: photo.details.searchedPlace,
            countries: photo.details.searchedCountries, unrelatedVideos: photo.unrelatedVideos)
    }
}

/// The number of files that one thread reads in a row.
private let filesPerPart = 16

extension PictureLoader {
    /// Returns the metadata of files in a folder: empty for a damaged file, nil for one to read again later.
    fileprivate func indexed(
        _ files: [PictureIndex.ReadFile], in folder: [UInt8], colors: TileColors
    ) async -> [IndexedPhoto?] {
        func path(_ name: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + name }
        let paths = files.map { path($0.name) }
        let descriptions = await describe(zip(paths, files).map { ($0, $1.sidecars.map(path)) })
        let videos = files.flatMap(\.videos)
        let details = await describe(videos.map { (path: path($0), sidecars: []) }).map { try? $0.get().details }
        // Videos that a cancellation has left unread would count as belonging to their photos.
        let isCanceled = Task.isCancelled
        let known = Dictionary(zip(videos, details).compactMap { name, details in details.map { (name, $0) } }) { $1 }
        return files.indices.map { index in
            let file = files[index]
            return switch descriptions[index] {
            case .success where isCanceled && !file.videos.isEmpty: nil
            // The program for videos may have been too slow this time.
            case .success(let found) where found.failure == .noVideoFrame(.failed): nil
            case .success(let found):
                IndexedPhoto(
                    name: file.name, stamp: file.stamp, size: found.size, orientation: found.orientation,
                    color: found.color ?? colors.color(ofFileAt: paths[index]), details: found.details,
                    unrelatedVideos: file.videos.filter {
                        known[$0].map { !found.details.mayBelong(with: $0) } ?? false
                    })
            case .failure(PictureFailure.missingLibrary): nil
            case .failure(is PictureFailure):
                IndexedPhoto(name: file.name, stamp: file.stamp, size: nil, details: PhotoDetails())
            case .failure: nil
            }
        }
    }
}
