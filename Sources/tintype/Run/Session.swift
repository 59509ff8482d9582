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

/// The object graph of a run: the terminal, the library, the pictures and the coordinator between the screens.
@MainActor
final class Session {
    private let terminal: CursesTerminal
    private let stack: ScreenStack
    private let coordinator: Coordinator
    private let themes: ThemeSettings
    private let notices = Notices()
    private let memory = RunMemory()
    private let opened: OpenedLibrary
    private let network: Network
    private let completion: FavoriteCompletion
    private let keyMap: KeyMap<ProgramCommand>
    private var mark: RunMark?
    /// Called with the next frame.
    private var onFrame: () -> Void = {}

    /// - Parameters:
    ///   - location: what to open; nil for what was opened last.
    ///   - isNamed: whether the user named it now, so that it is opened even if the last run with it crashed.
    init(
        location: LibraryLocation?, isNamed: Bool, owner: OwnerWish?, api: String?, theme: ThemeChoice?,
        isForReaders: Bool,
        isASCII: Bool, isStill: Bool, linkSpeed: Int?, contents: ConfigurationFile.Contents
    ) throws(StartFailure) {
        let configuration = contents.configuration
        do {
            terminal = try CursesTerminal(
                options: .init(
                    ascii: isASCII, colors: configuration.colorsOfTerminal, mouse: configuration.usesMouse,
                    linkSpeed: linkSpeed))
        } catch {
            throw .terminal(error)
        }
        // Other languages need more letters.
        if terminal.appearance.repertoire == .ascii { Catalog.choose(.english) }
        network = Network(cacheBytes: configuration.diskCacheBytes)
        let opening = LibraryOpening(
            configuration: configuration, network: network, api: api,
            environmentKey: ProcessInfo.processInfo.environment[LibraryOpening.keyVariable])
        let crashed = RunMark.takeUnexpectedlyEnded()
        let wanted =
            if let location { try opening.open(location) } else { Self.openLast(opening, memory, notices) }
        let opensDemo = !isNamed && crashed.contains(wanted.library.address) && CrashQuestion.prefersDemo(to: wanted)
        opened = opensDemo ? OpenedLibrary(library: DemoLibrary(), isRemembered: false) : wanted
        for problem in contents.problems { notices.post(.failure(problem.words)) }
        let settings = PictureSettings(configuration)
        if let symbols = settings.symbols, terminal.appearance.repertoire == .unicode, !symbols.canBePlaced {
            let used = settings.style(on: terminal.appearance).symbols
            notices.post(.failure("config.toml: \(symbols.unplaceableWords(insteadUsing: used))"))
        }
        let keys = KeyChoice(configuration.keys)
        keyMap = KeyMap.program.with(keys)
        themes = ThemeSettings(configuration, choice: theme, isForReaders: isForReaders)
        notices.newsStays = themes.isForReaders
        let loader = PictureLoader(cacheBytes: configuration.memoryCacheBytes)
        let favorites = FavoritesDatabase { [notices] damagedCount in
            guard damagedCount > 0 else { return }
            Task { @MainActor in notices.post(.failure(FavoritesCommand.words(forDamaged: damagedCount))) }
        }
        let favoritesLibrary = FavoritesLibrary(source: FavoritesSource(favorites), opened: opened.library)
        completion = FavoriteCompletion(database: favorites, library: opened.library, loader: loader)
        stack = ScreenStack(size: terminal.window.size, appearance: themes.appearance(on: terminal.appearance))
        coordinator = Coordinator(
            stack: stack,
            screens: ScreenFactory(
                shown: ShownLibrary(
                    library: opened.library, pictures: PicturePort(loader: loader, library: opened.library)),
                favorites: FavoritesPort(database: favorites, library: favoritesLibrary, loader: loader),
                // It knows the photos of the open library too.
                copies: CopyPort(library: favoritesLibrary, folder: configuration.saveFolder),
                sharing: SharingPort(terminal),
                preferences: memory.preferences(
                    forLibraryAt: opened.library.address, wish: owner, standard: opened.owner),
                settings: settings, themes: themes, keys: keys,
                viewing: ViewingSettings(configuration, isStill: isStill || themes.isForReaders),
                link: LinkPort(frameTime: { [terminal] in terminal.line?.wholeFrameTime }),
                notices: notices,
                doctor: { [terminal, opened, network, themes] in
                    FactSheet(Diagnosis(terminal, contents, themes, settings, opened, network, loader))
                }))
    }

    func start() throws(StartFailure) {
        connect()
        do {
            try terminal.start()
        } catch {
            throw .terminal(error)
        }
        mark = RunMark(library: opened.library.address)
        Task { [completion] in await completion.run() }
        coordinator.start(at: opened.photo, withFeed: opened.startsWithFeed)
        for notice in terminal.notices { notices.post(.failure(notice.words)) }
        if opened.isRemembered { rememberWhenShown() }
    }

    /// Remembers the library once its first screen is seen: one that crashes the program is not opened again.
    private func rememberWhenShown() {
        Task { [weak self, opened] in
            let library = opened.library
            do {
                if opened.startsWithFeed {
                    _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
                } else {
                    _ = try await library.albums(of: nil, matching: .everything, in: 0..<1)
                }
            } catch {
                // What was never shown is not remembered.
                return
            }
            self?.onFrame = { [memory = self?.memory] in memory?.rememberLibrary(library.address) }
            self?.stack.onNeedsDisplay()
        }
    }

    /// The library opened last; when it is gone, the demo with a notice.
    private static func openLast(_ opening: LibraryOpening, _ memory: RunMemory, _ notices: Notices) -> OpenedLibrary {
        do {
            return try opening.open(memory.lastLibrary)
        } catch {
            notices.post(.failure(error.words))
            return OpenedLibrary(library: DemoLibrary(), isRemembered: false)
        }
    }

    private func connect() {
        stack.onNeedsDisplay = { [terminal] in terminal.setNeedsDisplay() }
        terminal.draw = { [weak self, stack, terminal, themes] surface in
            stack.draw(on: &surface)
            surface.replaceTerminalColors(with: themes.theme(on: terminal.appearance).ground)
            guard let self else { return }
            let onFrame = onFrame
            self.onFrame = {}
            onFrame()
        }
        terminal.onEvent = { [weak self] event in self?.handle(event) }
        terminal.onResize = { [stack, terminal, themes] size in
            stack.layOut(size: size, appearance: themes.appearance(on: terminal.appearance))
        }
        terminal.onAppearanceChange = { [stack, terminal, themes] appearance in
            stack.layOut(size: terminal.window.size, appearance: themes.appearance(on: appearance))
        }
        terminal.onEnd = { [weak self] reason in self?.finish(reason) }
        coordinator.onQuit = { [weak self, terminal] in
            terminal.stop()
            self?.mark?.remove()
            exit(EXIT_SUCCESS)
        }
        network.onAnswer.withLock { onAnswer in
            onAnswer = { [weak self] isOffline in
                Task { @MainActor in self?.notices.isOffline = isOffline }
            }
        }
        network.onWait.withLock { onWait in
            onWait = { [weak self] host, seconds in
                Task { @MainActor in
                    self?.notices.post(.news(localized("\(host) asks to wait \(seconds) s")), about: .host(host))
                }
            }
        }
        memory.onFailure = { [notices] failure in
            notices.post(.failure(localized("Cannot remember this: \(failure.reason)")))
        }
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .key(let key):
            switch keyMap.command(for: key) {
            case .suspend: terminal.suspend()
            case .redraw: terminal.redraw()
            case nil: coordinator.handle(event)
            }
        default: coordinator.handle(event)
        }
    }

    /// Ends the program where nobody can be asked: what is being saved is given up, and everything else brought to an end,
    /// unless a disk takes too long.
    private func finish(_ reason: EndReason) {
        let end = { @MainActor [mark] in
            NewFile.removeUnpublished()
            mark?.remove()
            Self.end(reason)
        }
        Task { [coordinator] in
            await coordinator.finish()
            end()
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { MainActor.assumeIsolated { end() } }
    }

    /// How long an end that nobody can be asked about waits for disks.
    private static var patience: DispatchTimeInterval { .seconds(10) }

    /// A signal ends the program as the signal would have, so that a shell sees what happened.
    private static func end(_ reason: EndReason) -> Never {
        if case .signal(let number) = reason { DefaultSignalAction.take(number) }
        exit(EXIT_FAILURE)
    }
}
