import CellArt
import TerminalUI

/// The queries sent to the terminal when a session starts, and the interpretation of its responses.
///
/// Startup doesn't wait for responses. Without them, the terminal's name determines how it is drawn on.
enum TerminalQueries {
    /// The meaning of a response.
    enum Finding: Equatable {
        /// Name and version of the terminal program.
        case program(String)
        case trueColor
        /// The colors in which the terminal shows a true color: that one, or the nearest of 256.
        case shownColors(ColorDepth)
        /// The numbers of the response to DA2, which name some programs.
        case attributes([Int])
        /// The hexadecimal digits of the response to DA3, which name others.
        case unit(String)
        /// The size of the text area in pixels, and in cells.
        case windowPixels(width: Int, height: Int)
        case windowCells(columns: Int, rows: Int)
        /// The terminal has kitty's keyboard protocol.
        case kittyKeyboard
        /// The size of a cell in pixels.
        case cell(CellSize)
        /// The number of color registers for Sixel.
        case sixelColors(Int)
        /// The maximum width and height of a Sixel image in pixels.
        case sixelSize(width: Int, height: Int)
        /// The background as an RGB color.
        case background(Color)
        /// The terminal's color scheme has changed; its new brightness.
        case newColors(Brightness)
        /// The terminal accepts the image with this ID, or it refuses it or doesn't have it.
        case image(UInt32, isAccepted: Bool)
        /// The window of the terminal has become the active one.
        case focus
        /// A response without new information.
        case nothing
        /// The terminal has mode 2048, in which it reports each new size by itself.
        case sizeReports
        /// A report of a new size, with the size of a cell; nil if it has no pixels.
        case newSize(CellSize?)
        /// The response to the last query (DA1), which every terminal gives, and whether Sixel is among the attributes.
        case last(hasSixel: Bool)
    }

    /// Queries name and version (XTVERSION, DA2 and DA3), kitty's keyboard protocol, the size of a cell, the
    /// background (OSC 11), and finally DA1, which every terminal answers.
    /// - Parameter asksSixelLimits: whether to query the limits of Sixel, too. Not all terminals ignore that.
    static func bytes(through multiplexer: Multiplexer?, asksSixelLimits: Bool = false) -> [UInt8] {
        Array("\u{1B}[>q\u{1B}[>c\u{1B}[=c\u{1B}[?u".utf8) + cellSize
            + (asksSixelLimits ? sixelLimits : []) + background(through: multiplexer)
    }

    /// Queries whether there is mode 2048 (DECRQM). Some terminals print the end of it, so a screen must be drawn next.
    static let sizeReports = Array("\u{1B}[?2048$p".utf8)

    /// Queries whether there are RGB colors (XTGETTCAP), and in which color a true color is shown (DECRQSS). Resets
    /// attributes. Some terminals print a part of it, so a screen must be drawn next.
    static let colors = Array("\u{1B}P+q524742\u{1B}\\\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m".utf8)

    /// Queries the size of a cell in pixels, which some terminals report wrongly through the device, and for terminals
    /// that don't answer it, the size of the text area in pixels and in cells.
    static let cellSize = Array("\u{1B}[16t\u{1B}[14t\u{1B}[18t".utf8)

    /// Queries name and version of the terminal around tmux, and the size of a cell. It answers only if tmux passes the
    /// queries on.
    static let aroundTmux = Array(Multiplexer.passedOnByTmux("\u{1B}[>q\u{1B}[16t").utf8)

    /// The last query (DA1).
    static let last = Array("\u{1B}[c".utf8)

    /// Queries the number of color registers and the maximum size of an image (XTSMGRAPHICS).
    static let sixelLimits = Array("\u{1B}[?1;1;0S\u{1B}[?2;4;0S".utf8)

    /// Queries the background, and finally DA1. If tmux doesn't answer the first one itself, it may pass the query on.
    static func background(through multiplexer: Multiplexer?) -> [UInt8] {
        let query = "\u{1B}]11;?\u{1B}\\"
        return Array((query + (multiplexer == .tmux ? Multiplexer.passedOnByTmux(query) : "")).utf8) + last
    }

    /// Returns the kind of a response of which only the latest counts, because it reports a state; nil for others.
    static func replacedKind(of response: TerminalResponse) -> String? {
        switch response {
        case .controlSequence(let text) where text.hasSuffix("t") && text.dropFirst().first == ";":
            ["4", "6", "8"].first { text.hasPrefix($0) }
        case .operatingSystem(let text) where text.hasPrefix("11;"): "11"
        default: nil
        }
    }

    /// Interprets a response; nil if it belongs to none of these queries.
    static func finding(in response: TerminalResponse) -> Finding? {
        switch response {
        case .deviceControl(let text) where text.hasPrefix(">|"):
            TerminalProgram(report: String(text.dropFirst(2))).name.isEmpty
                ? .nothing : .program(String(text.dropFirst(2)))
        case .deviceControl(let text) where text.hasPrefix("1+r524742"): .trueColor
        case .deviceControl(let text) where text.hasPrefix("0+r") || text.hasPrefix("1+r"): .nothing
        case .deviceControl(let text) where text.hasPrefix("1$r") && text.hasSuffix("m"):
            shownColors(in: text.dropFirst(3).dropLast()).map { .shownColors($0) } ?? .nothing
        case .deviceControl(let text) where text.hasPrefix("0$r"): .nothing
        case .deviceControl(let text) where text.hasPrefix("!|"): .unit(text.dropFirst(2).uppercased())
        case .operatingSystem(let text) where text.hasPrefix("11;"):
            color(from: text.dropFirst(3)).map { .background($0) } ?? .nothing
        case .controlSequence(let text) where text.hasPrefix("?") && text.hasSuffix("u") && text.count > 2:
            .kittyKeyboard
        case .controlSequence(let text) where text.hasPrefix("6;") && text.hasSuffix("t"):
            cell(from: text.dropFirst(2).dropLast()).map { .cell($0) } ?? .nothing
        case .controlSequence(let text) where text.hasPrefix("4;") && text.hasSuffix("t"):
            twoNumbers(in: text.dropFirst(2).dropLast()).map { .windowPixels(width: $1, height: $0) } ?? .nothing
        case .controlSequence(let text) where text.hasPrefix("8;") && text.hasSuffix("t"):
            twoNumbers(in: text.dropFirst(2).dropLast()).map { .windowCells(columns: $1, rows: $0) } ?? .nothing
        case .controlSequence(let text) where text.hasPrefix(">") && text.hasSuffix("c"):
            .attributes(text.dropFirst().dropLast().split(separator: ";").prefix(3).map { Int($0) ?? -1 })
        case .applicationProgram(let text): imageReport(in: text) ?? .nothing
        case .controlSequence(let text) where text.hasPrefix("?") && text.hasSuffix("S"):
            sixelLimit(from: text.dropFirst().dropLast()) ?? .nothing
        case .controlSequence("I"): .focus
        case .controlSequence("?997;1n"): .newColors(.dark)
        case .controlSequence("?997;2n"): .newColors(.light)
        // 1 and 2 mean that the mode is known and may be changed.
        case .controlSequence("?2048;1$y"), .controlSequence("?2048;2$y"): .sizeReports
        case .controlSequence(let text) where text.hasPrefix("?2048;") && text.hasSuffix("$y"): .nothing
        case .controlSequence(let text) where text.hasPrefix("48;") && text.hasSuffix("t"):
            newSize(from: text.dropFirst(3).dropLast())
        case .controlSequence(let text) where text.hasPrefix("?") && text.hasSuffix("c"):
            // The first number is the class of the terminal.
            .last(hasSixel: text.dropFirst().dropLast().split(separator: ";").dropFirst().contains("4"))
        default: nil
        }
    }

    /// Parses a response of kitty's graphics protocol, such as `Gi=31;OK` or `Gi=31,p=1;ENOENT:no such image`.
    private static func imageReport(in text: String) -> Finding? {
        let parts = text.split(separator: ";", maxSplits: 1)
        guard text.hasPrefix("G"), parts.count == 2, parts[1] == "OK" || parts[1].hasPrefix("E") else { return nil }
        let id = parts[0].dropFirst().split(separator: ",").first { $0.hasPrefix("i=") }
        return id.flatMap { UInt32($0.dropFirst(2)) }.map { .image($0, isAccepted: parts[1] == "OK") }
    }

    /// Parses the height and the width, such as `20;10`.
    private static func cell(from text: Substring) -> CellSize? {
        guard let (height, width) = twoNumbers(in: text) else { return nil }
        let cell = CellSize(width: width, height: height)
        return cell.isPlausible ? cell : nil
    }

    private static func twoNumbers(in text: Substring) -> (Int, Int)? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let first = parts[0], let second = parts[1] else { return nil }
        return (first, second)
    }

    /// Parses the attributes after `48;2;1;2;3`, such as `0;48:2::1:2:3` or `0;48;5;16`.
    private static func shownColors(in text: Substring) -> ColorDepth? {
        let numbers = text.split { $0 == ";" || $0 == ":" }.map { Int($0) ?? -1 }
        guard let start = numbers.firstIndex(of: 48) else { return nil }
        return switch numbers[start...].dropFirst().first {
        case 2 where numbers.suffix(3) == [1, 2, 3]: .trueColor
        case 5: .palette256
        default: nil
        }
    }

    /// Parses height and width in cells, and in pixels, such as `24;80;480;800`.
    private static func newSize(from text: Substring) -> Finding {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count >= 4, numbers.allSatisfy({ $0 >= 0 }) else { return .nothing }
        let window = TerminalWindow(columns: numbers[1], rows: numbers[0], width: numbers[3], height: numbers[2])
        return .newSize(window.cell)
    }

    /// Parses an attribute, a status of 0 and one or two numbers, such as `1;0;256`.
    private static func sixelLimit(from text: Substring) -> Finding? {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count > 2, numbers[1] == 0, numbers[2...].allSatisfy({ $0 > 0 }) else { return nil }
        switch (numbers[0], numbers.count) {
        case (1, 3) where numbers[2] > 1: return .sixelColors(numbers[2])
        case (2, 4): return .sixelSize(width: numbers[2], height: numbers[3])
        default: return nil
        }
    }

    /// Parses `rgb:1e1e/1e1e/2e2e`, with one to four hexadecimal digits per part, or `rgba:` with a fourth part.
    private static func color(from text: Substring) -> Color? {
        guard let colon = text.firstIndex(of: ":"), text[..<colon] == "rgb" || text[..<colon] == "rgba" else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/").compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            return UInt8(value * 255 / (1 << (4 * part.utf8.count) - 1))
        }
        return parts.count >= 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
    }
}
