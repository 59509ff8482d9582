import Albums
import Basics
import CellArt
import CursesTerminal
import Localization
import Pictures
import Screens
import TerminalUI

extension Diagnosis {
    /// The drawing settings, with the reasons for limited quality.
    var pictureDetails: [Detail] {
        guard let style else { return [] }
        let sharpness = sharpness(style.symbols).map { [Detail(localized("Sharpness"), $0)] } ?? []
        return (graphics.map(details) ?? []) + [
            Detail(localized("Symbols"), symbolText(style.symbols)),
            Detail(
                localized("Dithering"),
                style.colors == .trueColor ? localized("not needed") : style.dithering.rawValue),
        ] + sharpness
    }

    /// The protections of the processes that decode pictures, and what those have printed.
    var decoderDetails: [Detail] {
        let messages = decoderMessages.enumerated().map { index, message in
            Detail(
                index == 0 ? localized("Decoder messages") : "",
                [message.path.map { String(decoding: $0, as: UTF8.self) }, message.text].compactMap { $0 }
                    .joined(separator: ": ") + (message.failure.map { " (\(UserFacingText.failure($0)))" } ?? ""))
        }
        return (decoders.map { [Detail(localized("Decoder processes"), text(of: $0))] } ?? []) + messages
            + (videoFrames.map { [Detail(localized("Video frames"), text(of: $0))] } ?? [])
    }

    /// Stands for a value that only the terminal knows.
    static var unasked: String {
        localized(
            """
            depends on the terminal, which can't be asked in a pipe; \
            run tintype doctor without a pipe
            """)
    }

    private func details(of graphics: GraphicsSupport) -> [Detail] {
        guard !isUnknown(graphics) else {
            return [Detail(localized("Graphics"), Self.unasked)]
        }
        let detail = Detail(localized("Graphics"), text(of: graphics))
        guard case .pixels(let graphics, _, let reason) = graphics, graphics != .kitty, reason != .chosen else {
            return [detail]
        }
        if case .slowConnection = reason { return [detail] }
        let advice = localized("With kitty 0.28, Ghostty or iTerm2 3.7, scrolling sends no picture again.")
        return [detail, Detail("", advice)]
    }

    /// Whether an unasked terminal's answer could change how pictures are shown.
    private func isUnknown(_ graphics: GraphicsSupport) -> Bool {
        guard !terminalWasAsked else { return false }
        return switch graphics {
        case .pixels(_, _, .chosen): false
        case .characters(.chosen), .characters(.ascii), .characters(.fewColors), .characters(.multiplexer(.screen)):
            false
        case .pixels, .characters: true
        }
    }

    private func text(of graphics: GraphicsSupport) -> String {
        switch graphics {
        case .pixels(let graphics, _, .chosen): localized("pixels by \(graphics.name) (selected)")
        case .pixels(let graphics, _, .program(let program)):
            localized("pixels by \(graphics.name) (supported by \(program.description))")
        case .pixels(let graphics, _, .slowConnection(let program)):
            localized("pixels by \(graphics.name) (the connection to \(program.description) is slow)")
        case .pixels(let graphics, _, .reported(let program?)):
            localized("pixels by \(graphics.name) (reported by \(program.description))")
        case .pixels(let graphics, _, .reported(nil)):
            localized("pixels by \(graphics.name) (reported by the terminal)")
        case .characters(.chosen): localized("characters (selected)")
        case .characters(.ascii): localized("characters (ASCII only)")
        case .characters(.fewColors): localized("characters (too few colors for pixels)")
        case .characters(.multiplexer(.tmux)):
            localized("characters (for pixels, tmux must pass them on: set -g allow-passthrough on)")
        case .characters(.multiplexer(let multiplexer)):
            localized("characters (\(multiplexer.rawValue) doesn't pass pixels on)")
        case .characters(.unknownProgram): localized("characters (the terminal doesn't report its name)")
        case .characters(.throughTmux(let program)):
            localized(
                """
                characters (inside tmux, pixels need kitty, Ghostty or iTerm2 3.7, or a tmux with Sixel; \
                this is \(program.description))
                """
            )
        case .characters(.unsupported(let program)): text(of: program.pixelObstacle, of: program.description)
        case .characters(.unknownCellSize):
            localized("characters (the terminal doesn't report the size of a cell in pixels)")
        }
    }

    private func text(of obstacle: TerminalProgram.PixelObstacle?, of program: String) -> String {
        switch obstacle {
        case .version(let version): localized("characters (this is \(program); pixels need \(version) or later)")
        case .option(let option): localized("characters (this is \(program); pixels need its option \(option))")
        case .setting: localized("characters (images are turned off in the settings of \(program))")
        case .leavesPixels: localized("characters (\(program) doesn't remove pixels that it has drawn)")
        case nil:
            localized(
                "characters (this is \(program); pixels need a terminal such as kitty, Ghostty, WezTerm or foot)")
        }
    }

    private func text(of frames: VideoFrames.Support) -> String {
        switch frames {
        case .missing: localized("none; install ffmpeg or ffmpegthumbnailer to see them")
        case .protected(let program): localized("\(program), without access to other files and the network")
        case .unprotected(let program, let reason):
            localized("none; \(program) can't be confined on this system (\(reason))")
        case .failing(let program, nil): localized("none; \(program) doesn't run")
        case .failing(let program, let reason?): localized("none; \(program) doesn't run (\(reason))")
        }
    }

    private func text(of decoders: Result<WorkerReport, PictureFailure>) -> String {
        switch decoders {
        case .failure(let failure): return UserFacingText.failure(failure)
        case .success(let report):
            let protections = report.protections
            guard !protections.refused.isEmpty else { return localized("no access to files, programs and the network") }
            let refused = UserFacingText.list(protections.refused.map { "\($0.name) (\($0.reason))" })
            return localized("refused by this system: \(refused)")
        }
    }

    private func symbolText(_ symbols: SymbolSet) -> String {
        if let chosenSymbols, chosenSymbols == symbols {
            return configuration.configuration.symbols == symbols.rawValue
                ? localized("\(symbols.rawValue) (set in config.toml)")
                : localized("\(symbols.rawValue) (selected)")
        }
        guard appearance?.repertoire == .unicode else {
            return localized("\(symbols.rawValue) (ASCII only)")
        }
        if let chosenSymbols { return chosenSymbols.unsupportedText(using: symbols) }
        guard style?.colors != ColorDepth.none else {
            return localized("\(symbols.rawValue) (no colors)")
        }
        guard let program = appearance?.program else {
            return localized(
                "\(symbols.rawValue) (unknown terminal program; using symbols that all terminals support)")
        }
        guard symbols != .half else {
            return localized(
                "\(symbols.rawValue) (\(program.description) isn't known to draw finer symbols without a font)")
        }
        return localized("\(symbols.rawValue) (drawn by \(program.description) without a font)")
    }

    /// How many pixels pictures have, and how to see more; nil if that is unknown.
    private func sharpness(_ symbols: SymbolSet) -> String? {
        switch graphics {
        case let graphics? where isUnknown(graphics): nil
        case .pixels(_, let cell, _)?: window.map { detailText(of: cell, in: $0.size) }
        case .characters?, nil: detailAdvice(symbols)
        }
    }

    private func detailText(of cell: CellSize, in size: Size) -> String {
        let keys = KeyOverrides(configuration.configuration)
        return localized(
            """
            The whole terminal shows \(cell.width * size.columns) \u{00D7} \(cell.height * size.rows) pixels. \
            In a photo, press \(keys.label(for: "viewer.zoom-in")) to zoom in.
            """)
    }

    private func detailAdvice(_ symbols: SymbolSet) -> String {
        let keys = KeyOverrides(configuration.configuration)
        let advice = localized(
            """
            Use a smaller font or a larger window for more detail. In a photo, press \(keys.label(for: "viewer.coarser-symbols")) \
            or \(keys.label(for: "viewer.finer-symbols")) to change symbols and \(keys.label(for: "viewer.zoom-in")) to zoom in.
            """)
        guard symbols != .ascii else {
            return localized(
                "ASCII characters show little detail; a terminal with colors and a UTF-8 locale shows more. \(advice)")
        }
        let parts = symbols.partsOfCell
        guard let size = window?.size else {
            return localized("Each cell shows \(parts.width * parts.height) pixels. \(advice)")
        }
        return localized(
            """
            Each cell shows \(parts.width) \u{00D7} \(parts.height) pixels in two colors, so the whole terminal shows \
            \(parts.width * size.columns) \u{00D7} \(parts.height * size.rows) pixels. \(advice)
            """)
    }
}

extension GraphicsProtocol {
    fileprivate var name: String {
        switch self {
        case .kitty: localized("kitty's graphics protocol")
        case .iterm2: localized("iTerm2's inline images")
        case .sixel: "Sixel"
        }
    }
}

extension SymbolSet {
    /// Why the program doesn't use the characters that the user chose.
    func unsupportedText(using used: SymbolSet) -> String {
        localized("\(used.rawValue) (this system's C library doesn't support \(rawValue) symbols)")
    }

    /// The number of parts into which a character divides a cell, horizontally and vertically.
    fileprivate var partsOfCell: PixelSize {
        switch self {
        case .ascii: PixelSize(width: 1, height: 1)
        case .half: PixelSize(width: 1, height: 2)
        case .quadrant: PixelSize(width: 2, height: 2)
        case .sextant, .wedge: PixelSize(width: 2, height: 3)
        case .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }
}
