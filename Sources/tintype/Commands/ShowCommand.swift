import Albums
import ArgumentParser
import CellArt
import CursesTerminal
import FoundationEssentials
import Glibc
import Localization
import Pictures
import Screens
import Storage
import TerminalUI

/// Prints photos on standard output, for scripts and previews.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print photos on standard output.",
        discussion: """
            Fits the terminal or the fzf preview, and works in pipes and less -R. Prints pixels to terminals that \
            show them, otherwise characters. With fzf: fzf --preview 'tintype show --graphics auto {}'
            """)

    @Argument(
        help: ArgumentHelp("Photos to print in order; - reads one from standard input.", valueName: "photo"),
        completion: .file())
    var photos: [String]

    @Option(help: ArgumentHelp("The maximum size of each photo, in cells: 80x24, 80x or x24.", valueName: "colsxrows"))
    var size: GridSize?

    @Option(
        help:
            "How to print photos: auto, kitty, iterm2, sixel or none. By default, the configured choice on a terminal, and none in pipes or with --symbols or --dither."
    )
    var graphics: GraphicsChoice?

    @Option(help: "The characters to draw with; by default, the finest the terminal supports.")
    var symbols: SymbolSet?

    @Option(help: "The colors to draw with; by default, those of the terminal.")
    var colors = ColorChoice.auto

    @Option(
        help: "The dithering method, which approximates missing colors; by default, it depends on the number of colors."
    )
    var dither: Dithering?

    @Flag(help: "Stretch photos to fill the size, ignoring their aspect ratios.")
    var stretch = false

    @Flag(help: "Print each photo's name below it.")
    var caption = false

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let workers = DecodingWorkers()
        // Starts while the terminal answers.
        workers.prepare()
        let configuration = ConfigurationFile.ofUser.readAndCheck().configuration
        language.choose(configuration)
        try SystemResources.check()
        let environment = ProcessInfo.processInfo.environment
        let graphics = graphics ?? (prefersPixels ? GraphicsChoice(configuration) : .none)
        let terminal =
            graphics == .none
            ? nil
            : try? TerminalInquiry(
                environment: environment, colors: colors.colors, graphics: graphics)
        // Use the terminal's capabilities even if the output is piped: a pager will show it on the terminal.
        let appearance = terminal?.appearance ?? (try? TerminalAppearance(environment: environment, ascii: false))
        let window = TerminalWindow(descriptor: STDOUT_FILENO)
        var style = self.style(on: appearance)
        style.mergingTolerance = ArtStyle.roundingTolerance
        if let window { style.cellAspect = window.cellAspect }
        let pixels = terminal.flatMap { PixelPrinter($0, encodeJPEG: JPEGEncoder.encode) }
        if let pixels {
            style.cellAspect = Double(pixels.cell.height) / Double(pixels.cell.width)
            if let background = pixels.background {
                style.background = background
                style.showsBackground = true
            }
        }
        let printer = PicturePrinter(
            decoding: VideoDecoding(workers),
            availableSize: Size(for: size, window: window?.size, environment: environment),
            style: style, pixels: pixels, isStretched: stretch, hasCaption: caption)
        var isComplete = true
        for photo in photos {
            do {
                guard try !printer.print(Self.source(photo), name: photo) else { continue }
                StandardError.write(line: "tintype: \(photo): \(localized(UserFacingText.partiallyShown))")
            } catch let failure as StandardOutput.Failure {
                throw failure
            } catch {
                StandardError.write(line: "tintype: \(photo): \(UserFacingText.failure(error))")
                isComplete = false
            }
        }
        if !isComplete { throw ExitCode.failure }
    }

    /// Whether pixels are the default: on a terminal, without --symbols and --dither.
    private var prefersPixels: Bool { isatty(STDOUT_FILENO) == 1 && symbols == nil && dither == nil }

    private func style(on appearance: TerminalAppearance?) -> ArtStyle {
        let depth = colors.depth(on: appearance)
        var terminal = appearance ?? TerminalAppearance(colors: .none, repertoire: .ascii)
        if appearance == nil, depth > .none { terminal.repertoire = .unicode }
        if depth == .none {
            terminal.colors = .none
        } else if terminal.colors == .none {
            terminal.colors = .eight
        }
        return ArtStyle(symbols: symbols ?? SymbolSet.best(on: terminal), colors: depth, dithering: dither)
    }

    private static func source(_ photo: String) throws(PictureFailure) -> EncodedSource {
        guard photo == "-" else { return .file(path: [UInt8](argument: photo)) }
        return .memory(try StandardInput.read(atMost: DecodeLimits.default.fileBytes))
    }
}

extension SymbolSet: ExpressibleByArgument {}
extension Dithering: ExpressibleByArgument {}
