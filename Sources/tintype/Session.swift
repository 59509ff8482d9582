import CursesTerminal
import Glibc
import Pictures
import Screens
import TerminalUI

/// The object graph of a run: the terminal, the library, the pictures and the coordinator between the screens.
@MainActor
final class Session {
    private let terminal: CursesTerminal
    private let stack: ScreenStack
    private let coordinator: Coordinator
    private let notices = Notices()
    private let memory = RunMemory()
    private let opened: OpenedLibrary

    init(location: LibraryLocation?, owner: OwnerWish?, isASCII: Bool) throws(StartFailure) {
        do {
            terminal = try CursesTerminal(options: .init(ascii: isASCII))
        } catch {
            throw .terminal(error)
        }
        if let location {
            opened = try location.open()
        } else {
            opened = Self.openLast(memory, notices)
        }
        stack = ScreenStack(size: terminal.size, appearance: terminal.appearance)
        coordinator = Coordinator(
            stack: stack,
            screens: ScreenFactory(
                library: opened.library,
                pictures: PicturePort(loader: PictureLoader(), library: opened.library),
                preferences: memory.preferences(
                    forLibraryAt: opened.library.address, wish: owner, standard: opened.owner),
                notices: notices))
    }

    func start() throws(StartFailure) {
        connect()
        do {
            try terminal.start()
        } catch {
            throw .terminal(error)
        }
        coordinator.start(at: opened.photo)
        for notice in terminal.notices { notices.post(notice.words) }
        memory.rememberLibrary(opened.library.address)
    }

    /// The library opened last; when it is gone, the demo with a notice.
    private static func openLast(_ memory: RunMemory, _ notices: Notices) -> OpenedLibrary {
        do {
            return try memory.lastLibrary.open()
        } catch {
            notices.post(error.words)
            return .demo
        }
    }

    private func connect() {
        stack.onNeedsDisplay = { [terminal] in terminal.setNeedsDisplay() }
        terminal.draw = { [stack] surface in stack.draw(on: &surface) }
        terminal.onEvent = { [weak self] event in self?.handle(event) }
        terminal.onResize = { [stack, terminal] size in stack.layOut(size: size, appearance: terminal.appearance) }
        terminal.onAppearanceChange = { [stack, terminal] appearance in
            stack.layOut(size: terminal.size, appearance: appearance)
        }
        terminal.onEnd = { [memory] reason in
            memory.finish()
            Self.end(reason)
        }
        coordinator.onQuit = { [terminal, memory] in
            terminal.stop()
            memory.finish()
            exit(EXIT_SUCCESS)
        }
        memory.onFailure = { [notices] failure in notices.post("Cannot remember this: \(failure.reason)") }
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .key(Key(.character("z"), .control)): terminal.suspend()
        case .key(Key(.character("l"), .control)): terminal.redraw()
        default: coordinator.handle(event)
        }
    }

    /// A signal ends the program as the signal would have, so that a shell sees what happened.
    private static func end(_ reason: EndReason) -> Never {
        if case .signal(let number) = reason { DefaultSignalAction.take(number) }
        exit(EXIT_FAILURE)
    }
}
