import TerminalUI

/// Commands of the viewer.
public enum ViewerCommand: ScreenCommand {
    case next, previous, first, last, slideshow
    case zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, keepView
    case caption, details, share, save, retry, back, help
    case favorite, undo
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; to the left or right, moves to another photo if nothing can be panned.
    case pan(Viewport.Direction)
}

extension KeyMap<ViewerCommand> {
    static let viewer = KeyMap(
        "viewer",
        [
            KeyBinding([Key("n"), Key(.pageDown)], .next, help: "Next photo", hint: "next"),
            KeyBinding([Key("p"), Key(.pageUp), Key(.backspace)], .previous, help: "Previous photo", hint: "previous"),
            KeyBinding([Key(.home), Key("g")], .first, help: "First photo"),
            KeyBinding([Key(.end), Key("G")], .last, help: "Last photo"),
            KeyBinding([Key(" ")], .slideshow, help: "Start or pause the slideshow", hint: "slideshow"),
            KeyBinding([Key("+"), Key("=")], .zoomIn, help: "Zoom in", hint: "zoom in"),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", hint: "zoom out"),
            KeyBinding([Key("0")], .fit, help: "Fit the photo to the screen"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photo"),
            KeyBinding([Key("1")], .actualSize, help: "Actual size (1:1)"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)"),
            KeyBinding([Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)"),
            KeyBinding([Key("K")], .keepView, help: "Keep zoom, position and rotation for the next photos"),
            KeyBinding([Key(.left), Key("h")], .pan(.left), name: "left", help: "Pan left, or previous photo"),
            KeyBinding([Key(.down), Key("j")], .pan(.down), name: "down", help: "Pan down"),
            KeyBinding([Key(.up), Key("k")], .pan(.up), name: "up", help: "Pan up"),
            KeyBinding([Key(.right), Key("l")], .pan(.right), name: "right", help: "Pan right, or next photo"),
            KeyBinding([Key("c")], .caption, help: "Show or hide the caption"),
            KeyBinding([Key("i")], .details, help: "Show details", hint: "details"),
            KeyBinding([Key("f")], .favorite, help: "Add to or remove from favorites", hint: "favorite"),
            KeyBinding([Key("z")], .undo, help: "Undo the last change to favorites"),
            KeyBinding([Key("[")], .symbols(step: -1), name: "coarser-symbols", help: "Draw with coarser symbols"),
            KeyBinding([Key("]")], .symbols(step: 1), name: "finer-symbols", help: "Draw with finer symbols"),
            KeyBinding([Key("s")], .share, help: "Share: copy, QR code, save, email", hint: "share"),
            KeyBinding([Key("S")], .save, help: "Save a copy of the original"),
            KeyBinding([Key("r")], .retry, help: "Retry or reload"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, help: "Go back", hint: "back"),
        ])
}
