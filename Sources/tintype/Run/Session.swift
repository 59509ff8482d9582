import Albums
import CursesTerminal
import Dispatch
import FoundationEssentials
import Glibc
import Libraries
import Localization
import Pictures
import Screens
import Storage
import TerminalUI

/// The object graph of a run: terminal, library, pictures and coordinator.
@MainActor
final class Session {
    private let terminal: CursesTerminal
    private let stack: ScreenStack
    private let coordinator: Coordinator
    private let theme: CurrentTheme
    private let notices = Notices()
    private let persistentState = PersistentState()
    private let opened: OpenedLibrary
    private let network: Network
    private let favorites: FavoritesDatabase
    private let completion: FavoriteBackfill
    private let movedFavorites: MovedFavorites
    private let unconfirmedCopies = UnconfirmedCopies()
    private var crashMarker: CrashMarker?
    /// Nil unless the run picks photos for another program.
    private let picking: Picking?
    /// Called with the locations of the photos that the user has picked, after the terminal has been restored.
    var onPick: (_ locations: [[UInt8]]) -> Void = { _ in }
    /// Background work of the run, cancelled when the run ends.
    private var tasks: [Task<Void, Never>] = []
    private let fileMover = FileMover()
    /// Called when the next frame has been presented, then cleared.
    private var onNextFrame: () -> Void = {}

    /// - Parameters:
    ///   - address: The library to open; nil for the last one.
    ///   - given: A library that is already open, in place of the one at the address.
    ///   - isNamed: Whether the user named it on the command line; it then opens even if it crashed the last run.
    init(
        address: LibraryAddress?, given: OpenedLibrary? = nil, isNamed: Bool, options: OpenOptions,
        contents: ConfigurationFile.Contents, picking: Picking? = nil
    ) throws(StartFailure) {
        self.picking = picking
        let configuration = contents.configuration
        let environment = ProcessInfo.processInfo.environment
        terminal = try Self.makeTerminal(options, configuration, isPicking: picking != nil) { () throws(StartFailure) in
            // Report a mistake in the address before a failure of the terminal.
            guard given == nil, let address else { return }
            let opener = LibraryOpener(
                configuration: configuration, network: Network(cacheBytes: 0), api: options.api,
                environment: environment)
            _ = try opener.open(address)
        }
        // An ASCII terminal lacks the letters of other languages.
        if terminal.appearance.repertoire == .ascii { Catalog.choose(.english) }
        network = Network(cacheBytes: configuration.diskCacheBytes)
        let pictures = PictureServices(configuration, fileMover, notices)
        let opener = LibraryOpener(
            configuration: configuration, network: network, api: options.api, environment: environment,
            pictureIndex: PictureIndex(pictures.index, loader: pictures.loader, colors: pictures.colors),
            sidecars: pictures.sidecars, files: FilePort(fileMover, ScaledJPEG(pictures.workers)))
        let crashed = CrashMarker.collectCrashedLibraries()
        let requested =
            if let given { given } else if let address { try opener.open(address) } else {
                Self.openLast(opener, persistentState, notices)
            }
        opened = Self.avoidingCrash(of: requested, among: crashed, isNamed: isNamed, notices)
        let settings = PictureSettings(configuration)
        Self.report(contents.problems, settings, on: terminal.appearance, to: notices)
        let keys = KeyOverrides(configuration)
        let themes = ThemeSettings(configuration, choice: options.theme, isForReaders: options.reader)
        theme = CurrentTheme(themes)
        notices.infoStays = themes.isForReaders
        favorites = FavoritesDatabase { [notices] damage in
            guard let message = damage.message else { return }
            Task { @MainActor in notices.post(.failure(message), about: .favoritesDamage) }
        }
        let favoritesLibrary = FavoritesLibrary(storage: favorites, opened: opened.library)
        movedFavorites = MovedFavorites(storage: favorites, library: opened.library)
        completion = FavoriteBackfill(storage: favorites, library: opened.library) { [loader = pictures.loader] in
            try await loader.encodedThumbnail(of: $0, from: $1)
        }
        stack = ScreenStack(size: terminal.window.size, appearance: themes.appearance(on: terminal.appearance))
        coordinator = Coordinator(
            stack: stack,
            screens: ScreenFactory(
                shown: ShownLibrary(
                    library: opened.library, pictures: PicturePort(loader: pictures.loader, library: opened.library)),
                favorites: FavoritesPort(database: favorites, library: favoritesLibrary, loader: pictures.loader),
                marks: MarksPort(favorites, ofLibraryAt: opened.library.address),
                changes: ChangesPort(ofLibraryAt: opened.library.address),
                // This library also finds photos of the open library.
                copies: CopyPort(
                    library: favoritesLibrary, folder: configuration.saveFolder, export: JPEGExport(configuration)),
                sharing: SharingPort(terminal, unconfirmed: unconfirmedCopies),
                preferences: StoredPreferences(
                    in: persistentState, forLibraryAt: opened.library.address,
                    requestedOwner: options.owner.map(OwnerPreference.init),
                    defaultOwner: opened.startsWithRandomOwner ? .random : .everyone),
                settings: settings, themes: themes, keys: keys,
                viewing: ViewingSettings(configuration, isStill: options.isStill || themes.isForReaders),
                link: LinkPort(
                    isQuick: { [terminal] in terminal.line?.isQuick ?? true },
                    showsFramesByPixels: { [terminal] in terminal.showsFramesByPixels }),
                picking: picking, labels: LabelNames(configuration.labels), notices: notices,
                doctor: DoctorPort(pictures.index, pictures.decoding.frames, pictures.workers, opened) {
                    [terminal, opened, network, theme] in
                    var diagnosis = Diagnosis(terminal, contents, theme.settings, settings, pictures)
                    diagnosis.add(opened, network)
                    return diagnosis
                }))
    }

    /// Creates the terminal.
    ///
    /// - Parameter rejectAddress: called before the failure of the terminal is thrown; may throw another one first.
    private static func makeTerminal(
        _ options: OpenOptions, _ configuration: Configuration, isPicking: Bool,
        orReject rejectAddress: () throws(StartFailure) -> Void
    ) throws(StartFailure) -> CursesTerminal {
        do {
            return try CursesTerminal(
                options: .init(
                    ascii: options.ascii, colors: configuration.colorDepth, mouse: configuration.usesMouse,
                    linkSpeed: options.linkSpeed,
                    graphics: options.reader ? .none : options.graphics ?? GraphicsChoice(configuration),
                    encodeJPEG: JPEGEncoder.encode, isOnControllingTerminal: isPicking))
        } catch {
            try rejectAddress()
            throw .terminal(error)
        }
    }

    /// Returns the demo in place of a library that crashed the last run, unless the user has named it.
    private static func avoidingCrash(
        of requested: OpenedLibrary, among crashed: Set<String>, isNamed: Bool, _ notices: Notices
    ) -> OpenedLibrary {
        let address = requested.library.address
        let opensDemo = !isNamed && crashed.contains(address) && CrashPrompt.prefersDemo(to: requested)
        for library in crashed.sorted() where isNamed || library != address {
            notices.post(.failure(CrashPrompt.message(for: library)))
        }
        return opensDemo ? .fallback : requested
    }

    /// Reports mistakes in the configuration.
    private static func report(
        _ problems: [ConfigurationProblem], _ settings: PictureSettings, on appearance: TerminalAppearance,
        to notices: Notices
    ) {
        for problem in problems { notices.post(.failure(problem.message)) }
        guard let symbols = settings.symbols, appearance.repertoire == .unicode, !symbols.canBePlaced else { return }
        let used = settings.style(on: appearance).symbols
        notices.post(.failure("config.toml: \(symbols.unsupportedText(using: used))"))
    }

    func start() throws(StartFailure) {
        connect()
        do {
            try terminal.start()
        } catch {
            throw .terminal(error)
        }
        // A crash says nothing about later lists of paths.
        if opened.library.address != PathListLibrary.noAddress {
            crashMarker = CrashMarker(library: opened.library.address)
        }
        DispatchQueue.global(qos: .utility).async { AbandonedFiles.remove() }
        tasks.append(Task { [favorites, notices] in await Self.check(favorites, notices) })
        coordinator.recoverFiles { [fileMover] in await fileMover.recover().map(\.notice) }
        tasks.append(Task { [completion] in await completion.run() })
        tasks.append(Task { [movedFavorites] in await movedFavorites.run() })
        let start: Coordinator.Start =
            if let list = opened.library as? PathListLibrary {
                .photos(.album(PathListLibrary.album), title: list.title)
            } else { opened.startsWithFeed ? .feed : .home }
        coordinator.start(with: start, at: opened.photo)
        if opened.isRemembered, picking == nil { rememberWhenShown() }
    }

    /// Reports damaged or missing favorites before the user looks for them.
    private static func check(_ favorites: FavoritesDatabase, _ notices: Notices) async {
        let message: String?
        do throws(FavoritesFailure) {
            message = try await favorites.check()?.message
        } catch .damaged(let path) {
            message = FavoritesDamage.file(path: path).message
        } catch {
            // Reported once the user needs the favorites.
            return
        }
        if let message { notices.post(.failure(message), about: .favoritesDamage) }
    }

    /// Remembers the library after its first frame, so that a library that crashes the program isn't reopened.
    private func rememberWhenShown() {
        let task = Task { [weak self, opened] in
            let library = opened.library
            do {
                if opened.startsWithFeed {
                    _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
                } else {
                    _ = try await library.albums(in: .everyone, matching: .everything, in: 0..<1)
                }
            } catch {
                // Don't remember a library that failed to load.
                return
            }
            self?.onNextFrame = { [persistentState = self?.persistentState] in
                persistentState?.rememberLibrary(library.address)
            }
            self?.stack.onNeedsDisplay()
        }
        tasks.append(task)
    }

    /// Opens the last library; if that fails, opens the demo and posts a notice.
    private static func openLast(_ opener: LibraryOpener, _ persistentState: PersistentState, _ notices: Notices)
        -> OpenedLibrary
    {
        do {
            return try opener.open(persistentState.lastLibrary)
        } catch {
            notices.post(.failure(error.message))
            return .fallback
        }
    }

    /// Fits the screens to the terminal, as far as that is known.
    private func layOutScreens() {
        let themes = theme.settings
        stack.ground = themes.theme(on: terminal.appearance).ground
        stack.layOut(size: terminal.window.size, appearance: themes.appearance(on: terminal.appearance))
    }

    private func connect() {
        layOutScreens()
        stack.onNeedsDisplay = { [terminal] in terminal.setNeedsDisplay() }
        terminal.draw = { [stack] surface in stack.draw(on: &surface) }
        terminal.onDeliver = { [stack] items in stack.didDeliver(items) }
        terminal.onPresent = { [weak self, stack] in
            stack.didPresent()
            guard let self else { return }
            let onNextFrame = onNextFrame
            self.onNextFrame = {}
            onNextFrame()
        }
        terminal.onEvent = { [coordinator] event in coordinator.handle(event) }
        terminal.onResize = { [weak self] _ in self?.layOutScreens() }
        terminal.onAppearanceChange = { [weak self] _ in self?.layOutScreens() }
        terminal.onNotice = { [notices, persistentState] notice in
            if case .noPassthrough = notice {
                guard !persistentState.knowsPassthrough else { return }
                persistentState.knowsPassthrough = true
            }
            notices.post(.failure(notice.message))
        }
        terminal.onEnd = { [weak self] reason in self?.finish(reason) }
        coordinator.onSuspend = { [terminal] in terminal.suspend() }
        coordinator.onRedraw = { [terminal] in terminal.redraw() }
        coordinator.onThemeChange = { [weak self] choice in
            self?.theme.settings.choice = choice
            self?.layOutScreens()
        }
        coordinator.onQuit = { [weak self, terminal] in
            terminal.stop()
            self?.unconfirmedCopies.print()
            self?.crashMarker?.remove()
            exit(self?.picking == nil ? EXIT_SUCCESS : PickCommand.nothingPicked.rawValue)
        }
        coordinator.onPick = { [weak self, terminal] locations in
            terminal.stop()
            self?.unconfirmedCopies.print()
            self?.crashMarker?.remove()
            self?.onPick(locations)
        }
        network.onResponse.withLock { onResponse in
            onResponse = { [weak self] isOffline in
                Task { @MainActor in self?.notices.isOffline = isOffline }
            }
        }
        network.onPause.withLock { onPause in
            onPause = { [weak self] host, seconds in
                Task { @MainActor in
                    self?.notices.post(.info(localized("\(host): retrying in \(seconds) s")), about: .host(host))
                }
            }
        }
        persistentState.onFailure = { [notices] failure in
            notices.post(.failure(localized("Can't save settings: \(failure.reason)")))
        }
    }

    /// Ends the program without asking the user, after a signal or the loss of the terminal: cancels saving, waits for
    /// everything else to finish, and enforces a time limit in case a disk hangs.
    private func finish(_ reason: EndReason) {
        for task in tasks { task.cancel() }
        let end = { @MainActor [crashMarker, picking] in
            NewFile.removeUnpublished()
            crashMarker?.remove()
            Self.end(reason, status: picking == nil ? EXIT_FAILURE : PickCommand.error.rawValue)
        }
        Task { [coordinator] in
            await coordinator.finish()
            end()
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.exitTimeout) { MainActor.assumeIsolated { end() } }
    }

    /// The time limit for ending without asking the user.
    private static var exitTimeout: DispatchTimeInterval { .seconds(10) }

    /// Reraises a signal with its default action, so that the parent shell sees the cause.
    private static func end(_ reason: EndReason, status: Int32) -> Never {
        if case .signal(let number) = reason { DefaultSignalAction.perform(number) }
        exit(status)
    }
}

/// The theme, which the user can switch.
@MainActor
private final class CurrentTheme {
    var settings: ThemeSettings

    init(_ settings: ThemeSettings) {
        self.settings = settings
    }
}
