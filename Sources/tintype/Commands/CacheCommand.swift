import ArgumentParser
import Localization
import Screens
import Storage

/// Reports the size of the disk cache, or clears it.
struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Report the size of the disk cache and of the index of photos, or clear them.")

    @Flag(help: "Remove cached downloads and the index of photos; favorites stay.")
    var clear = false

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let configuration = ConfigurationFile.ofUser.read().configuration
        language.choose(configuration)
        let cache = DiskCache(size: configuration.diskCacheBytes)
        let index = PhotoIndex()
        if clear {
            let removed = [(cache.clear().bytes, cache.path), (index.clear(), index.path)]
            try StandardOutput.write(
                lines: removed.map { bytes, path in localized("Removed \(Self.megabytes(bytes)) MB from \(path)") })
        } else {
            let bytes = cache.contents().bytes
            let usage = localized("\(cache.path): \(Self.megabytes(bytes)) of \(cache.size >> 20) MB used")
            let link = cache.isLink ? [localized("not used because it is a symbolic link")] : []
            let found = index.contents().map { contents in
                UserFacingText.list(
                    [
                        localized("\(index.path): \(Self.megabytes(contents.bytes)) MB"),
                        contents.photos.map(UserFacingText.photos),
                    ].compactMap { $0 })
            }
            try StandardOutput.write(lines: [UserFacingText.list([usage] + link)] + (found.map { [$0] } ?? []))
        }
    }

    /// Rounds up, so that a small cache doesn't show as 0.
    private static func megabytes(_ bytes: Int) -> Int {
        bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1)
    }
}
