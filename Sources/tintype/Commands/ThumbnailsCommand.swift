import Basics
import ArgumentParser
import CursesTerminal
import Dispatch
import Glibc
import Libraries
import Localization
import Pictures
import Screens
import Storage
import Synchronization

/// Fills the cache of thumbnails that desktop programs share.
struct ThumbnailsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Make thumbnails of all photos in a folder.",
        discussion: """
            Fills ~/.cache/thumbnails, which file managers share, on all processor cores. Photos that have a thumbnail, \
            and those that couldn't be decoded, are skipped, so the command continues where it was stopped. It ignores \
            the limit of 1 GB that applies otherwise. The exit status is 0 if every photo has its thumbnail, and 1 if \
            some failed.
            """)

    @Argument(help: "The folder, with its subfolders.", completion: .directory)
    var folder: String

    @Flag(help: "Count the photos, and write nothing.")
    var dryRun = false

    @Flag(help: "Report only failures.")
    var quiet = false

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        language.choose(ConfigurationFile.ofUser.readAndCheck().configuration)
        try SystemResources.check()
        let library: FolderLibrary
        do {
            library = try FolderLibrary(path: [UInt8](argument: folder))
        } catch {
            throw StartFailure.library(folder, .folder(error))
        }
        let (paths, unreadable) = try Blocking.wait { try await Self.paths(in: library) }
        for path in unreadable { StandardError.write(line: "tintype: \(path): \(localized("can't read this folder"))") }
        let interruption = Interruption()
        let progress = ThumbnailProgress(total: paths.count, isQuiet: quiet)
        let thumbnails = DesktopThumbnails(program: "tintype-\(Tintype.version)", maxBytes: nil)
        withExtendedLifetime(interruption.watch()) { fill(paths, thumbnails, progress, interruption) }
        progress.clear()
        if let failure = thumbnails.failure {
            StandardError.write(line: "tintype: \(failure.path): \(failure.reason)")
        }
        if let text = progress.videoSummary { StandardError.write(line: "tintype: \(text)") }
        if !quiet { try StandardOutput.write(lines: [progress.summary(isDryRun: dryRun)]) }
        if let signal = interruption.signal {
            StandardError.write(
                line: "tintype: "
                    + localized("stopped after \(progress.done) of \(paths.count); run it again to continue"))
            DefaultSignalAction.perform(signal)
        }
        if progress.failed > 0 || !unreadable.isEmpty || thumbnails.failure != nil { throw ExitCode.failure }
    }

    /// Returns the photos in a folder and its subfolders, and the subfolders that can't be read.
    private static func paths(in library: FolderLibrary) async throws -> (photos: [[UInt8]], unreadable: [String]) {
        var unreadable: [String] = []
        for await event in library.events() {
            if case .unreadableFolder(let path) = event { unreadable.append(path) }
            if event == .completed { break }
        }
        var paths: [[UInt8]] = []
        while true {
            let page = try await library.photos(
                in: .feed, matching: .everything, in: paths.count..<paths.count + pageSize)
            for photo in page.items {
                if case .file(let path) = await library.picture(of: photo) { paths.append(path) }
            }
            if page.items.count < pageSize { return (paths, unreadable) }
        }
    }

    private static let pageSize = 5000

    /// Makes the thumbnails on all cores, until all are made, none can be written, or the user stops it.
    private func fill(
        _ paths: [[UInt8]], _ thumbnails: DesktopThumbnails, _ progress: ThumbnailProgress, _ interruption: Interruption
    ) {
        let decoding = VideoDecoding(DecodingWorkers())
        let filler = ThumbnailFiller(
            store: ThumbnailStore(thumbnails, mayWrite: true), decoding: decoding,
            hasVideoProgram: { decoding.frames.hasProgram })
        let next = Atomic(0)
        let isDone = DispatchSemaphore(value: 0)
        let isDryRun = dryRun
        DispatchQueue.global().async {
            DispatchQueue.concurrentPerform(iterations: min(paths.count, PictureLoader.coreCount)) { _ in
                while interruption.signal == nil, thumbnails.failure == nil {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < paths.count else { return }
                    let path = paths[index]
                    let cancellation = interruption.cancellation
                    guard let outcome = try? filler.fill(path, isDryRun: isDryRun, cancellation: cancellation) else {
                        return
                    }
                    progress.add(outcome, of: path)
                }
            }
            isDone.signal()
        }
        while isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut { progress.show() }
    }
}

/// Notices Ctrl-C and signals that end the program, so that writes in progress are finished first.
private final class Interruption: Sendable {
    /// Cancelled with the first signal.
    let cancellation = DecodeCancellation()
    private let received = Mutex<Int32?>(nil)

    /// Starts to notice signals, for as long as the result is kept.
    func watch() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in
                self?.received.withLock { $0 = number }
                self?.cancellation.cancel()
            }
            source.resume()
            return source
        }
    }

    /// The signal that was received.
    var signal: Int32? { received.withLock { $0 } }
}
