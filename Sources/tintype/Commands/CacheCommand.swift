import ArgumentParser
import Localization
import Screens
import Storage

/// Reports the size of the disk cache, or clears it.
struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Report the size of the disk cache, or clear it.")

    @Flag(help: "Remove cached downloads; favorites stay.")
    var clear = false

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let configuration = ConfigurationFile.ofUser.read().configuration
        language.choose(configuration)
        let cache = DiskCache(size: configuration.diskCacheBytes)
        if clear {
            let bytes = cache.clear().bytes
            try StandardOutput.write(lines: [localized("Removed \(Self.megabytes(bytes)) MB from \(cache.path)")])
        } else {
            let bytes = cache.contents().bytes
            let usage = localized("\(cache.path): \(Self.megabytes(bytes)) of \(cache.size >> 20) MB used")
            let link = cache.isLink ? [localized("not used because it is a symbolic link")] : []
            try StandardOutput.write(lines: [UserFacingText.list([usage] + link)])
        }
    }

    /// Rounds up, so that a small cache doesn't show as 0.
    private static func megabytes(_ bytes: Int) -> Int {
        bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1)
    }
}
