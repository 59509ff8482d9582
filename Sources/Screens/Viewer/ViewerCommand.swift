import TerminalUI

/// Commands of the viewer.
public enum ViewerCommand: Hashable, Sendable {
    case next, previous, first, last, slideshow
    case zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, keepView, peaking
    case otherFile, caption, details, retry, back, leave
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; to the left or right, moves to another photo if nothing can be panned.
    case pan(Viewport.Direction)
}

extension KeyMap<ViewerCommand> {
    static let viewer = KeyMap(
        "viewer",
        [
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "grid"),
            KeyBinding([Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit"),
            KeyBinding(
                [Key(.left), Key("h")], .pan(.left), name: "left", in: .move, help: "Pan left, or previous photo",
                joined: "Pan, or previous and next photo", hint: "previous, next", with: .pan(.right)),
            KeyBinding(
                [Key(.down), Key("j")], .pan(.down), name: "down", in: .move, help: "Pan down",
                joined: "Pan, or previous and next photo"),
            KeyBinding(
                [Key(.up), Key("k")], .pan(.up), name: "up", in: .move, help: "Pan up",
                joined: "Pan, or previous and next photo"),
            KeyBinding(
                [Key(.right), Key("l")], .pan(.right), name: "right", in: .move, help: "Pan right, or next photo",
                joined: "Pan, or previous and next photo"),
            KeyBinding([Key("n"), Key(.pageDown)], .next, in: .move, help: "Next photo"),
            KeyBinding([Key("p"), Key(.pageUp), Key(.backspace)], .previous, in: .move, help: "Previous photo"),
            KeyBinding(
                [Key(.home), Key("g")], .first, in: .move, help: "First photo", joined: "First or last photo"),
            KeyBinding([Key(.end), Key("G")], .last, in: .move, help: "Last photo", joined: "First or last photo"),
            KeyBinding(
                [Key("+"), Key("=")], .zoomIn, help: "Zoom in", joined: "Zoom in or out", hint: "zoom", with: .zoomOut),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", joined: "Zoom in or out"),
            KeyBinding([Key(.enter), Key("o")], .actualSize, help: "Actual size (1:1) at the focus point, or fit"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photo"),
            KeyBinding([], .fit, help: "Fit the photo to the screen"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding([Key("K")], .keepView, help: "Keep zoom, position and rotation for the next photos"),
            KeyBinding([], .peaking, help: "Show or hide focus peaking (edges in focus)"),
            KeyBinding([Key("a")], .otherFile, help: "Show the other file of the photo (RAW or video)"),
            KeyBinding([Key(" ")], .slideshow, help: "Start or pause the slideshow", hint: "slideshow"),
            KeyBinding([Key("i")], .details, help: "Show or hide details", hint: "details"),
            KeyBinding([Key("v")], .caption, help: "Show or hide the caption"),
        ] + symbolKeys { .symbols(step: $0) } + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload")
        ])
}

extension KeyMap {
    /// The keys that switch the characters for drawing.
    static func symbolKeys(_ command: (_ step: Int) -> Command) -> [KeyBinding<Command>] {
        [
            KeyBinding(
                [Key("[")], command(-1), name: "coarser-symbols", help: "Draw with coarser symbols",
                joined: "Draw with coarser or finer symbols, or pixels"),
            KeyBinding(
                [Key("]")], command(1), name: "finer-symbols", help: "Draw with finer symbols",
                joined: "Draw with coarser or finer symbols, or pixels"),
        ]
    }
}
