import Albums
import CellArt
import Foundation
import TerminalUI
import Testing

@testable import Screens

/// The screens without a terminal: takes keys and returns text.
@MainActor
final class TestStage {
    let stack: ScreenStack
    let coordinator: Coordinator
    let notices: Notices
    let clock = ManualClock()
    let preferences: InMemoryPreferences
    /// Whether keys change a photo only once its picture is on the screen, as in the program.
    var waitsForPictures = false
    private(set) var hasQuit = false
    /// The locations of the photos that were picked; nil before.
    private(set) var picked: [String]?
    /// The time of mouse events, which only `expireDoubleClick` advances.
    private var mouseTime = ContinuousClock.now
    private var appearance: TerminalAppearance
    private var size: Size
    /// The frame on the screen; nil once the screen needs to be redrawn.
    private var frame: (surface: Surface, text: String)?

    init(
        library: any PhotoLibrary, pictures: FakePictures = FakePictures(), copies: StubCopyPort = StubCopyPort(),
        favorites: InMemoryFavorites = InMemoryFavorites(), marks: InMemoryMarks = InMemoryMarks(),
        changes: InMemoryChanges = InMemoryChanges(), sharing: SpySharing = SpySharing(),
        ownerPreference: OwnerPreference = .everyone, order: ListOrder = .original,
        photoOrder: ListOrder = .original, folding: AlbumFolding = AlbumFolding(),
        viewing: ViewingSettings = ViewingSettings(), link: LinkPort = LinkPort(), columns: Int = 80,
        rows: Int = 24, opensOnlyAlbum: Bool = false, themes: ThemeSettings = ThemeSettings(),
        keys: KeyOverrides = KeyOverrides(), picking: Picking? = nil,
        lateDoctorDetails: @escaping @MainActor () async -> [Detail] = { [] }
    ) {
        appearance = themes.appearance(on: TerminalAppearance(colors: .trueColor, repertoire: .unicode))
        notices = Notices(clock: clock)
        setlocale(LC_CTYPE, "C.UTF-8")
        size = Size(columns: columns, rows: rows)
        var mouseTime: () -> ContinuousClock.Instant = { .now }
        stack = ScreenStack(size: size, appearance: appearance, now: { mouseTime() })
        var columnsNow: () -> String = { "" }
        preferences = InMemoryPreferences(
            owner: ownerPreference, albumOrder: order, albumFolding: folding, photoOrder: photoOrder)
        let doctorSheet = { (late: [Detail]) in
            DetailSheet(
                title: "Doctor", subtitle: "",
                details: [Detail("Colors", "many"), Detail("Columns", columnsNow())] + late)
        }
        coordinator = Coordinator(
            stack: stack,
            screens: ScreenFactory(
                shown: ShownLibrary(library: library, pictures: pictures.port),
                favorites: favorites.port(pictures: pictures.port), marks: marks.port,
                changes: changes.port, copies: copies.port,
                sharing: sharing.port, preferences: preferences,
                settings: PictureSettings(), themes: themes, keys: keys, viewing: viewing, link: link,
                picking: picking, notices: notices,
                clock: clock,
                doctor: DoctorPort(
                    facts: { doctorSheet([]) },
                    load: {
                        let late = await lateDoctorDetails()
                        return { doctorSheet(late) }
                    })))
        columnsNow = { [weak self] in "\(self?.size.columns ?? 0)" }
        mouseTime = { [weak self] in self?.mouseTime ?? .now }
        coordinator.opensOnlyAlbum = opensOnlyAlbum
        coordinator.onPick = { [weak self] in self?.picked = $0.map { String(decoding: $0, as: UTF8.self) } }
        coordinator.onQuit = { [weak self] in self?.hasQuit = true }
        stack.onNeedsDisplay = { [weak self] in self?.frame = nil }
    }

    func change(_ change: (inout TerminalAppearance) -> Void) {
        change(&appearance)
        stack.layOut(size: size, appearance: appearance)
    }

    func resize(columns: Int, rows: Int) {
        size = Size(columns: columns, rows: rows)
        stack.layOut(size: size, appearance: appearance)
    }

    func press(_ keys: Key...) {
        for key in keys { coordinator.handle(.key(key)) }
    }

    /// Whether a text on the screen is in reverse video.
    func isReversed(_ wanted: String) -> Bool {
        let surface = surface
        for (row, line) in surface.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let range = line.firstRange(of: wanted) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            return surface.cell(column: column, row: row)?.style.attributes.contains(.reverse) == true
        }
        return false
    }

    /// Sends a mouse event.
    func point(
        _ action: MouseEvent.Action, button: MouseEvent.Button = .left, _ modifiers: Key.Modifiers = [], column: Int,
        row: Int
    ) {
        let button: MouseEvent.Button = [.wheelUp, .wheelDown].contains(action) ? .none : button
        coordinator.handle(
            .mouse(MouseEvent(action: action, button: button, modifiers: modifiers, column: column, row: row)))
    }

    /// Clicks the first occurrence of a text.
    func click(on wanted: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
        for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let range = line.firstRange(of: wanted) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            for _ in 0..<times {
                point(.press, column: column, row: row)
                point(.release, column: column, row: row)
            }
            return
        }
        Issue.record("There is no “\(wanted)” on:\n\(text)", sourceLocation: sourceLocation)
    }

    func doubleClick(on wanted: String, sourceLocation: SourceLocation = #_sourceLocation) {
        click(on: wanted, times: 2, sourceLocation: sourceLocation)
    }

    /// Waits long enough that the next click is not part of a double click.
    func expireDoubleClick() {
        mouseTime += .seconds(1)
    }

    func type(_ text: String) {
        for character in text { press(Key(character)) }
    }

    /// The text that the user would see now.
    var text: String { presentedFrame.text }

    var surface: Surface { presentedFrame.surface }

    /// Makes the next look at the screen draw it, even if no screen requested it.
    func redraw() { frame = nil }

    /// The current frame, drawn only if a screen requested it, as in the program.
    private var presentedFrame: (surface: Surface, text: String) {
        if let frame { return frame }
        var surface = Surface(size: size)
        stack.draw(on: &surface)
        let new = (surface, surface.text)
        frame = new
        stack.didPresent()
        deliver(surface.items)
        return new
    }

    /// Delivers a frame to the terminal. Most tests don't wait for pictures, so the current photo counts as shown at once, and
    /// from then on.
    private func deliver(_ items: Set<OpaqueID>) {
        guard !waitsForPictures else { return stack.didDeliver(items) }
        var items = items.union(stack.delivered)
        if let photo = try? (stack.top as? any PhotoChoosing)?.currentPhoto() {
            items.insert(photo.item)
        }
        stack.didDeliver(items)
    }

    func row(_ index: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[index]
    }

    /// The text above the line of the selection.
    var textAboveSelection: String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(separator: "\n")
    }

    /// The lines inside the box on the screen.
    var box: [String] {
        text.split(separator: "\n").compactMap { row in
            let parts = row.split(separator: "\u{2502}", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return String(parts[1].reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Waits until a text appears, and fails the test if it never does.
    func see(_ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(sourceLocation: sourceLocation, "“\(wanted)”") { self.text.contains(wanted) }
    }

    /// Waits until a text disappears.
    func miss(_ unwanted: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(sourceLocation: sourceLocation, "no “\(unwanted)”") { !self.text.contains(unwanted) }
    }

    /// Waits until a text appears, advancing the clock.
    func seeSlowly(_ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await slowly(sourceLocation: sourceLocation, "“\(wanted)”") { self.text.contains(wanted) }
    }

    /// Waits until a text disappears, advancing the clock.
    func missSlowly(_ unwanted: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await slowly(sourceLocation: sourceLocation, "no “\(unwanted)”") { !self.text.contains(unwanted) }
    }

    /// Waits until a condition holds, advancing the clock.
    func slowly(
        sourceLocation: SourceLocation = #_sourceLocation, _ what: String = "", _ condition: () -> Bool
    ) async {
        await ScreensTests.until("\(what) on:\n\(text)", sourceLocation: sourceLocation) {
            clock.advance(by: .milliseconds(100))
            // What has slept until now resumes in the shared pool, which may be busy: the clock must not run ahead.
            for _ in 0..<3 { await Task.detached {}.value }
            return condition()
        }
    }

    /// Waits until a number of tiles show a picture; advances the clock past their minimum time on the screen.
    func waitForTiles(_ count: Int) async {
        let linesPerTile = 8
        await until("\(count) tiles") {
            clock.advance(by: .milliseconds(10))
            return text.matches(of: /([a-z#])\1{19}/).count == count * linesPerTile
        }
    }

    /// Waits until a condition holds. If it never does, fails the test with the screen.
    func until(
        sourceLocation: SourceLocation = #_sourceLocation, _ what: @autoclosure () -> String = "",
        _ condition: () -> Bool
    ) async {
        await ScreensTests.until("\(what()) on:\n\(text)", sourceLocation: sourceLocation, condition)
    }
}

extension Surface {
    /// The characters of all cells, one line per row, without trailing spaces.
    var text: String {
        (0..<size.rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<size.columns {
                guard let cell = cell(column: column, row: row), !cell.isContinuation else { continue }
                line.append(cell.scalar)
                line.append(contentsOf: marks[row * size.columns + column] ?? [])
            }
            var text = String(line)
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }
}
