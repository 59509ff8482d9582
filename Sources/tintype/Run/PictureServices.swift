import Libraries
import Localization
import Pictures
import Screens
import Storage

/// The parts of a run that read pictures: decoding workers, thumbnails, caches and the index.
@MainActor
struct PictureServices {
    let workers = DecodingWorkers()
    let decoding: VideoDecoding
    /// The thumbnails that desktop programs share; nil without them.
    let thumbnails: DesktopThumbnails?
    let index: PhotoIndex
    let colors: TileColors
    let loader: PictureLoader
    let sidecars: SidecarPort

    init(_ configuration: Configuration, _ mover: FileMover, _ notices: Notices) {
        workers.prepare()
        sidecars = SidecarPort(workers, mover, keepsTimes: configuration.keepsModificationTime)
        decoding = VideoDecoding(workers)
        thumbnails = DesktopThumbnails.ofUser(configuration)
        index = PhotoIndex { [notices] in
            Task { @MainActor in
                notices.post(.info(localized("The index of photos was damaged or outdated; rebuilding it")))
            }
        }
        colors = TileColors(index)
        loader = PictureLoader(
            decoding: decoding, cacheBytes: configuration.memoryCacheBytes,
            desktopThumbnails: thumbnails.map {
                ThumbnailStore($0, mayWrite: configuration.thumbnailAccess == ThumbnailAccess.readWrite.rawValue)
            }, onTile: colors.add)
    }
}
