import Albums
import Basics
import CellArt
import CursesTerminal
import FoundationEssentials
import Glibc
import HTTP
import Libraries
import Localization
import Pictures
import Screens
import Storage
import TerminalUI

/// Data about the terminal and this run for the doctor's report.
struct Diagnosis {
    /// The terminal's capabilities; nil if the terminal is unusable.
    var appearance: TerminalAppearance?
    /// Why the terminal is unusable.
    var terminalFailure: TerminalStartError?
    var window: TerminalWindow?
    /// The size of a cell in pixels; nil if unknown.
    var cell: CellSize?
    /// How pictures are shown on the terminal, and why; nil if the terminal is unusable.
    var graphics: GraphicsSupport?
    /// Whether the terminal was asked about itself. Commands in a pipe can't.
    var terminalWasAsked = true
    /// The connection to the terminal; nil if unknown.
    var line: TerminalLine?
    var themes: ThemeSettings
    /// The style for drawing pictures.
    var style: ArtStyle?
    /// The characters chosen by the user; nil if the program selects them.
    var chosenSymbols: SymbolSet?
    var environment = ProcessInfo.processInfo.environment
    var configuration: ConfigurationFile.Contents
    /// The address of the open library, if any.
    var library: String?
    /// The service of the open library and its request quota, if it has one.
    var quota: (service: String, limit: RateLimit)?
    /// The report of the library's service, or why there is none; nil for other libraries, or before the request.
    var service: Result<ServiceReport, any Error>?
    /// How changes of the open folder are noticed; nil for other libraries.
    var watchCoverage: WatchCoverage?
    /// The report of a process that decodes pictures, or why none could be started; nil until one has started.
    var decoders: Result<WorkerReport, PictureFailure>?
    /// The last messages of those processes.
    var decoderMessages: [DecoderMessage]
    /// The library that sends requests; nil before it has been loaded.
    var requestLibrary: SystemLibrary?
    /// The program that reads frames of videos; nil if that isn't known yet.
    var videoFrames: VideoFrames.Support?
    /// Hits and misses of this run's caches; nil outside a session.
    var diskLookups: (hits: Int, misses: Int)?
    var memoryLookups: (hits: Int, misses: Int)?
    /// Whether the disk of the cache doesn't answer.
    var isCacheStuck = false
    /// The failure that ended writing thumbnails for other programs; nil while they are written.
    var thumbnailFailure: StorageFailure?
    /// Hits and misses of the thumbnails of other programs; nil outside a session.
    var desktopLookups: (hits: Int, misses: Int)?
    /// Statistics of this run's requests; nil outside a session.
    var traffic: NetworkTraffic?
    /// The contents of the index of photos; nil if there is none, or before they have been counted.
    var indexContents: PhotoIndex.Contents?

    /// The maximum wait for a terminal's first answer, in milliseconds. An answer takes a third
    /// of a second from the other side of the Earth, and less than a second over a satellite.
    private static let maxSilence = 2000

    /// Examines the terminal outside a session.
    @MainActor
    init(_ configuration: ConfigurationFile.Contents) {
        let workers = DecodingWorkers()
        decoders = Result { () throws(PictureFailure) in try workers.report() }
        decoderMessages = workers.messages
        requestLibrary = .curl
        videoFrames = VideoFrames().support()
        self.configuration = configuration
        themes = ThemeSettings(configuration.configuration)
        do {
            var isWaiting = false
            defer { if isWaiting { StandardError.write(status: "") } }
            let terminal = try TerminalInquiry(
                environment: environment, colors: configuration.configuration.colorDepth,
                graphics: GraphicsChoice(configuration.configuration), silence: Self.maxSilence
            ) {
                guard isatty(STDERR_FILENO) == 1 else { return }
                isWaiting = true
                StandardError.write(status: localized("Asking the terminal\u{2026}"))
            }
            appearance = terminal.appearance
            cell = terminal.cell
            graphics = terminal.graphics
            terminalWasAsked = terminal.wasAsked
            line = terminal.line()
        } catch {
            terminalFailure = error
        }
        let settings = PictureSettings(configuration.configuration)
        chosenSymbols = settings.symbols
        style = appearance.map { settings.style(on: themes.appearance(on: $0)) }
        window = [0, 1, 2].lazy.compactMap { TerminalWindow(descriptor: $0) }.first
        cell = cell ?? window?.cell
    }

    @MainActor
    init(
        _ terminal: CursesTerminal, _ configuration: ConfigurationFile.Contents, _ themes: ThemeSettings,
        _ settings: PictureSettings, _ pictures: PictureServices
    ) {
        decoders = pictures.workers.knownReport.map { .success($0) }
        decoderMessages = pictures.workers.messages
        self.configuration = configuration
        self.themes = themes
        appearance = terminal.appearance
        line = terminal.line
        graphics = terminal.graphics
        // The user may have turned pixels off in the viewer.
        if case .pixels? = graphics, settings.elements(on: terminal.appearance) != .pixels {
            graphics = .characters(.chosen)
        }
        chosenSymbols = settings.symbols
        style = settings.style(on: themes.appearance(on: terminal.appearance))
        window = terminal.window
        cell = terminal.cell
        memoryLookups = pictures.loader.thumbnailLookups
        desktopLookups = pictures.loader.desktopThumbnailLookups
        thumbnailFailure = pictures.thumbnails?.failure
    }

    /// Adds facts about the open library and its traffic.
    mutating func add(_ opened: OpenedLibrary, _ network: Network) {
        library = opened.library.address
        quota = opened.quota()
        watchCoverage = opened.watchCoverage()
        diskLookups = network.cacheLookups
        isCacheStuck = network.isCacheStuck
        traffic = network.traffic
    }
}
