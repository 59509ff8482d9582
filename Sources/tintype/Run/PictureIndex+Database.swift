import Albums
import Dispatch
import Libraries
import Pictures
import Storage

extension PictureIndex {
    /// Creates the port that fills a database by reading files.
    init(_ database: PhotoIndex, loader: PictureLoader) {
        self.init(
            known: { folder, use in
                database.forEachPhoto(inFolder: folder) { use($0.name, ($0.stamp, PhotoFacts($0))) }
            },
            read: { folder, files in
                let photos = await withTaskGroup(of: (Int, IndexedPhoto?).self) { group in
                    for (index, file) in files.enumerated() {
                        let path = folder + [UInt8(ascii: "/")] + file.name
                        group.addTask {
                            (index, await loader.indexed(fileAt: path, name: file.name, stamp: file.stamp))
                        }
                    }
                    return await group.reduce(into: [IndexedPhoto?](repeating: nil, count: files.count)) {
                        $0[$1.0] = $1.1
                    }
                }
                // Writing blocks on the disk, and on other instances.
                await withCheckedContinuation { continuation in
                    DispatchQueue.global(qos: .utility).async {
                        database.store(photos.compactMap { $0 }, inFolder: folder)
                        continuation.resume()
                    }
                }
                return photos.map { $0.map { PhotoFacts($0) } }
            })
    }
}

extension PhotoFacts {
    fileprivate init(_ photo: IndexedPhoto) {
        self.init(photo.details, size: photo.size, color: photo.color, place: photo.details.searchedPlace)
    }
}

extension PictureLoader {
    /// Returns the metadata of a file, without any for a damaged file; nil if it couldn't be read now.
    fileprivate func indexed(fileAt path: [UInt8], name: [UInt8], stamp: FileStamp) async -> IndexedPhoto? {
        do {
            let description = try await describe(fileAt: path)
            return IndexedPhoto(
                name: name, stamp: stamp, size: description.size,
                details: description.details)
        } catch is PictureFailure {
            return IndexedPhoto(name: name, stamp: stamp, size: nil, details: PhotoDetails())
        } catch {
            return nil
        }
    }
}
