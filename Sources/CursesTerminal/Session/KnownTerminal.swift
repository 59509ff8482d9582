import CellArt
import TerminalUI

/// Knowledge about a terminal: at first from the environment, then also from its answers to queries.
struct KnownTerminal {
    private(set) var appearance: TerminalAppearance
    private let entry: TerminfoEntry
    private let environment: [String: String]
    /// The color depth that the user has set.
    private let chosenColors: ColorDepth?
    private let choice: GraphicsChoice
    /// The answers of the terminal; inside tmux, of the terminal around it.
    private var answered = AnsweredTerminal()
    private var hasTmuxAnswered = false
    /// Whether the terminal, or the multiplexer, has answered its name.
    private var hasAnsweredName = false
    /// The answers to DA2 and DA3, which identify some programs that don't answer XTVERSION.
    private var attributes: [Int] = []
    private var unit: String?
    /// The limits of the terminal's Sixel support.
    private(set) var sixelLimits = SixelLimits()
    private var hasAskedSixelLimits: Bool
    /// Whether the terminal has answered the query for the size of a cell, which is exact.
    private var hasAnsweredCell = false
    /// The size of a cell in the last report of a new size. It can be rounded, or contain the padding of the window.
    private var reportedCell: CellSize?
    /// Whether the terminal reports each new size, and with it that of a cell.
    private(set) var reportsSize = false
    /// The size of a cell in pixels according to the terminal's device.
    private var deviceCell: CellSize?
    /// The size of the text area in pixels, of which the size in cells isn't known yet.
    private var windowPixels: (width: Int, height: Int)?

    init(
        _ description: TerminalDescription, environment: [String: String], ascii: Bool, colors: ColorDepth?,
        graphics choice: GraphicsChoice, window: TerminalWindow?
    ) {
        entry = description.entry
        self.environment = environment
        self.choice = choice
        hasAskedSixelLimits = choice == .sixel
        chosenColors = colors
        deviceCell = window?.cell
        answered.environmentProgram = TerminalProgram(environment: environment)
        appearance = TerminalAppearance(description, environment: environment, ascii: ascii)
        if let window { appearance.cellAspect = window.cellAspect }
        takeGraphics()
    }

    var multiplexer: Multiplexer? { Multiplexer(environment: environment, program: appearance.program) }

    /// How pictures are shown, and why.
    var graphics: GraphicsSupport {
        var terminal = answered
        terminal.cell = cell
        terminal.multiplexer = multiplexer
        return choice.support(on: terminal, appearance)
    }

    /// The size of a cell in pixels; nil if unknown.
    var cell: CellSize? { answered.cell ?? deviceCell }

    /// The queries for colors; empty if the answers don't matter, or the terminal would print the queries. A screen
    /// must be drawn next.
    var colorQueries: [UInt8] {
        guard chosenColors == nil, multiplexer == nil else { return [] }
        return (appearance.program ?? answered.environmentProgram)?.traits.printsControlStrings == true
            ? [] : TerminalQueries.colors
    }

    /// Whether the terminal may have more colors than it is known to have.
    var mayHaveMoreColors: Bool {
        appearance.colors < appearance.program?.traits.maxColors ?? .trueColor
    }

    /// The queries for everything that isn't known from the environment.
    var queries: [UInt8] {
        (multiplexer == .tmux ? queriesAroundTmux : [])
            + TerminalQueries.bytes(through: multiplexer, asksSixelLimits: choice == .sixel)
    }

    /// The query for the size of a cell; empty if pictures have no pixels, or the terminal reports each new size.
    var cellQuery: [UInt8] {
        choice == .none || reportsSize ? [] : newCellQuery
    }

    private var newCellQuery: [UInt8] { multiplexer == .tmux ? queriesAroundTmux : TerminalQueries.cellSize }

    private var queriesAroundTmux: [UInt8] { choice == .none ? [] : TerminalQueries.aroundTmux }

    /// Whether the features of the terminal around tmux matter.
    var needsFeaturesAroundTmux: Bool { multiplexer == .tmux && answered.hasSixel }

    /// Applies the features of the terminal around tmux.
    mutating func apply(tmuxFeatures features: Set<String>) {
        answered.hasSixelAroundTmux = features.contains("sixel")
        takeGraphics()
    }

    /// Applies whether tmux has true color on the terminal around it.
    mutating func apply(tmuxHasTrueColor hasTrueColor: Bool) {
        guard chosenColors == nil else { return }
        appearance.colors = ColorDepthDetection.depth(
            of: entry, name: environment["TERM"] ?? "", environment: environment
        ) { _ in hasTrueColor }
        if let program = appearance.program { appearance.apply(program) }
        takeGraphics()
    }

    /// Records the program of the terminal around tmux, as tmux names it.
    mutating func apply(programAroundTmux program: TerminalProgram) {
        if !program.name.isEmpty { answered.programAroundTmux = program }
    }

    /// Records whether the connection is too slow for placeholder cells.
    mutating func apply(isSlow: Bool) {
        answered.isSlow = isSlow
        takeGraphics()
    }

    /// Sets the program of a terminal that isn't queried.
    mutating func assume(_ program: TerminalProgram?) {
        answered.program = program
        takeGraphics()
    }

    /// Applies an answer. Returns follow-up queries; mostly none.
    mutating func apply(_ finding: TerminalQueries.Finding) -> [UInt8] {
        var followUp: [UInt8] = []
        switch finding {
        case .program(let report):
            hasAnsweredName = true
            followUp = take(TerminalProgram(report: report))
        case .attributes(let numbers):
            attributes = numbers
            followUp = takeAttributes()
        case .unit(let digits):
            unit = digits
            followUp = takeAttributes()
        case .shownColors where multiplexer != nil: break
        case .cell(let cell):
            hasAnsweredCell = true
            takeCell(cell)
        case .windowPixels(let width, let height): windowPixels = (width, height)
        case .windowCells(let columns, let rows):
            guard !hasAnsweredCell, let (width, height) = windowPixels else { break }
            windowPixels = nil
            // Inexact if the text area includes a margin.
            TerminalWindow(columns: columns, rows: rows, width: width, height: height).cell.map { takeCell($0) }
        case .sizeReports: reportsSize = true
        case .newSize(let cell):
            guard let cell, cell != reportedCell else { break }
            if !hasAnsweredCell { takeCell(cell) }
            // Maybe another font.
            if reportedCell != nil { followUp = newCellQuery }
            reportedCell = cell
        case .sixelColors(let colors): sixelLimits.colors = colors
        case .sixelSize(let width, let height): (sixelLimits.maxWidth, sixelLimits.maxHeight) = (width, height)
        case .last(let hasSixel): followUp = takeLast(hasSixel: hasSixel)
        case .newColors:
            appearance.apply(finding)
            followUp = TerminalQueries.background(through: multiplexer)
        default:
            appearance.apply(finding)
        }
        appearance.colors = chosenColors ?? appearance.colors
        takeGraphics()
        return followUp
    }

    /// Applies the name of the terminal, or of the terminal around tmux. Returns follow-up queries.
    private mutating func take(_ program: TerminalProgram) -> [UInt8] {
        if program.name == Multiplexer.tmux.rawValue {
            let wasInTmux = multiplexer == .tmux
            hasTmuxAnswered = true
            appearance.apply(program)
            return wasInTmux ? [] : queriesAroundTmux
        }
        guard multiplexer == .tmux else {
            answered.program = program
            appearance.apply(program)
            return []
        }
        // The terminal around tmux. Without an answer of tmux, this is a terminal that was started in tmux and has
        // inherited its variables.
        if hasTmuxAnswered { answered.program = program }
        return []
    }

    /// Applies the name that follows from DA2 and DA3. tmux doesn't pass these on.
    private mutating func takeAttributes() -> [UInt8] {
        guard !hasAnsweredName, var program = TerminalProgram(attributes: attributes, unit: unit) else { return [] }
        // The environment names the program that contains xterm.js.
        if program.name == "xterm.js", let outer = answered.environmentProgram, outer.traits == program.traits {
            program = outer
        }
        if multiplexer == .tmux, program.name != Multiplexer.tmux.rawValue { return [] }
        return take(program)
    }

    /// Updates the appearance from `graphics`.
    private mutating func takeGraphics() {
        appearance.pixelCell = graphics.cell
        if case .pixels(let graphics, _, _) = graphics { appearance.showsPixelsInLastRow = graphics == .kitty }
    }

    private mutating func takeCell(_ cell: CellSize) {
        answered.cell = cell
        appearance.apply(.cell(cell))
    }

    /// Takes the answer to the last query into account. Sixel counts once the terminal has also answered its limits, or
    /// ignored the query for them.
    private mutating func takeLast(hasSixel: Bool) -> [UInt8] {
        answered.hasAnsweredLast = true
        guard hasSixel, choice.allowsSixel else {
            answered.hasSixel = false
            return []
        }
        guard hasAskedSixelLimits else {
            hasAskedSixelLimits = true
            return TerminalQueries.sixelLimits + TerminalQueries.last
        }
        answered.hasSixel = true
        return []
    }

    /// Takes a new size of the window into account; the answered size of a cell is obsolete with another font, unless
    /// the terminal reports it by itself.
    mutating func apply(_ window: TerminalWindow, isFontNew: Bool) {
        deviceCell = window.cell
        if isFontNew, !reportsSize { answered.cell = nil }
        if answered.cell == nil, window.cell != nil { appearance.cellAspect = window.cellAspect }
        takeGraphics()
    }
}
