import CellArt
import TerminalUI

/// Knowledge about a terminal: at first from the environment, then also from its answers to queries.
struct KnownTerminal {
    private(set) var appearance: TerminalAppearance
    private let environment: [String: String]
    /// The color depth that the user has set.
    private let chosenColors: ColorDepth?
    private let choice: GraphicsChoice
    /// The answers of the terminal; inside tmux, of the terminal around it.
    private var answered = AnsweredTerminal()
    private var hasTmuxAnswered = false
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

    init(
        _ description: TerminalDescription, environment: [String: String], ascii: Bool, colors: ColorDepth?,
        graphics choice: GraphicsChoice, window: TerminalWindow?
    ) {
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
        terminal.cell = answered.cell ?? deviceCell
        terminal.multiplexer = multiplexer
        return choice.support(on: terminal, appearance)
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

    /// Takes the features of the terminal around tmux into account.
    mutating func apply(tmuxFeatures features: Set<String>) {
        answered.hasSixelAroundTmux = features.contains("sixel")
        takeGraphics()
    }

    /// Takes the program of the terminal around tmux, as tmux names it, into account.
    mutating func apply(programAroundTmux program: TerminalProgram) {
        if !program.name.isEmpty { answered.programAroundTmux = program }
    }

    /// Takes into account whether the connection is slow.
    mutating func apply(isSlow: Bool) {
        answered.isSlow = isSlow
        takeGraphics()
    }

    /// Assumes a program that hasn't been asked.
    mutating func assume(_ program: TerminalProgram?) {
        answered.program = program
        takeGraphics()
    }

    /// Takes an answer into account. Returns queries that follow from it; mostly none.
    mutating func apply(_ finding: TerminalQueries.Finding) -> [UInt8] {
        let wasInTmux = multiplexer == .tmux
        var followUp: [UInt8] = []
        switch finding {
        case .program(let report):
            let program = TerminalProgram(report: report)
            if program.name == Multiplexer.tmux.rawValue {
                hasTmuxAnswered = true
                appearance.apply(finding)
                if !wasInTmux { followUp = queriesAroundTmux }
            } else if !wasInTmux {
                answered.program = program
                appearance.apply(finding)
            } else if hasTmuxAnswered {
                // The terminal around tmux. Without an answer of tmux, this is a terminal that was started in tmux and
                // has inherited its variables.
                answered.program = program
            }
        case .cell(let cell):
            hasAnsweredCell = true
            takeCell(cell)
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

    /// Takes the way in which pictures are shown into the appearance.
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
        appearance.cellAspect =
            answered.cell.map { Double($0.height) / Double($0.width) } ?? window.cellAspect
        takeGraphics()
    }
}
