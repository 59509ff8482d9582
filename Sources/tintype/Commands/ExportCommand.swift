import Albums
import ArgumentParser
import Basics
import FoundationEssentials
import Libraries
import Localization
import Pictures
import Screens
import Storage

/// Copies the photos of a library that match a search to folders.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy the photos that match a search to folders.",
        discussion: """
            Copies the originals with their sidecars, RAW files and videos, such as tintype export ~/Pictures is:picked \
            '~/Client/{date:%Y}/{camera}/{n:4}'. The folder may have the placeholders {name}, {n} (with a number of \
            digits, as {n:4}), {date} (with a format, as {date:%Y-%m-%d}) and {camera}; with {name} or {n} after its last \
            slash, it ends with the name of the file. Folders that are missing are created, and a copy whose name is taken \
            gets a number. With --max-size, pictures of all formats become JPEGs, upright and in sRGB, with EXIF, texts, \
            tags and rating inside instead of in a sidecar. The exit status is 0 if all photos were copied, 1 if none matched, and 2 after an error.
            """)

    @Argument(help: .library, completion: .library)
    var library: String

    @Argument(help: "The search, such as is:picked or 'rating:>=4 tag:sea'; '' for all photos.")
    var search: String

    @Argument(help: "The folder for the copies, or a pattern.", completion: .directory)
    var folder: String

    @Flag(help: "Copy one picture or video of each photo: no sidecars, and no RAW file beside a JPEG.")
    var pictures = false

    @Option(
        help: ArgumentHelp(
            "Copy pictures as JPEGs with at most this width and height; videos are copied unchanged.",
            valueName: "pixels"))
    var maxSize: Int?

    @Flag(help: "Leave coordinates and the city out of the JPEGs of --max-size.")
    var stripPlaces = false

    @Option(help: ArgumentHelp("The order in which {n} counts; by default, that of all photos.", valueName: "order"))
    var sort: ListOrder?

    @Option(help: ArgumentHelp("The base URL of the service's API, such as that of a proxy.", valueName: "url"))
    var api: String?

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        if let maxSize, !JPEGExport.sizes.contains(maxSize) {
            throw ValidationError("--max-size must be from 16 to 16384.")
        }
        if stripPlaces, maxSize == nil { throw ValidationError("--strip-places needs --max-size.") }
    }

    func run() throws {
        let configuration = ConfigurationFile.ofUser.readAndCheck().configuration
        language.choose(configuration)
        try SystemResources.check()
        do {
            let pattern = try RenamePattern(folder)
            let listing = try PhotoListing(of: library, configuration, search: search, sort: sort, api: api)
            let (result, isComplete) = try Blocking.wait { [self] in try await export(listing, by: pattern) }
            guard isComplete, result.failed == 0 else { throw ListCommand.error }
            if result.copied == 0 { throw ListCommand.noMatch }
        } catch let failure as LibraryFailure {
            try ListCommand.fail("\(library): \(UserFacingText.failure(failure))")
        } catch let mistake as PhotoListing.Mistake {
            try ListCommand.fail(mistake.message)
        } catch let failure as RenamePattern.Failure {
            try ListCommand.fail("\(folder): \(UserFacingText.failure(failure))")
        }
    }

    /// Copies the photos, and reports those that fail. Returns their numbers, and whether all folders could be read.
    private func export(
        _ listing: PhotoListing, by pattern: RenamePattern
    ) async throws -> (result: (copied: Int, failed: Int), isComplete: Bool) {
        // All photos are known before the first copy, because the folder may be in the library.
        var photos: [Photo] = []
        let (_, isComplete) = try await listing.forEach { photos += $0 }
        let progress = CommandProgress()
        let details = PicturePort(loader: listing.loader, library: listing.library).details
        let convert = maxSize.map { Self.convert(JPEGExport(maxSide: $0, stripsPlaces: stripPlaces), listing.workers) }
        var result = (copied: 0, failed: 0)
        for (index, photo) in photos.enumerated() {
            progress.show(localized("copying \(index + 1) of \(photos.count)"))
            do {
                let camera = pattern.needsCamera ? try await details(photo).camera : nil
                let path = try pattern.name(of: photo, number: index + 1, camera: camera)
                let convert = photo.video == nil ? convert : nil
                for file in pictures || convert != nil ? [photo] : photo.stackedPhotos {
                    _ = try await CopyPort.save(
                        file, of: listing.library, at: pattern.endsWithName || path.hasSuffix("/") ? path : path + "/",
                        in: FileManager.default.currentDirectoryPath, includesSidecars: !pictures && convert == nil,
                        convert: convert)
                }
                result.copied += 1
            } catch {
                result.failed += 1
                progress.clear()
                let reason =
                    (error as? RenamePattern.Failure).map(UserFacingText.failure) ?? UserFacingText.failure(error)
                StandardError.write(line: "tintype: \(photo.title): \(reason)")
            }
        }
        progress.clear()
        return (result, isComplete)
    }

    /// Returns a function that makes JPEGs of pictures.
    private static func convert(
        _ export: JPEGExport, _ workers: DecodingWorkers
    ) -> @Sendable (EncodedSource) throws -> [UInt8] {
        let jpegs = ScaledJPEG(workers)
        return { try jpegs.bytes(of: $0, export) }
    }
}
