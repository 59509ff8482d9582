import TerminalUI

/// Commands of the viewer.
public enum ViewerCommand: Hashable, Sendable {
    case next, previous, slideshow, zoomIn, zoomOut, fit, actualSize, rotate, caption, information, share, save, retry,
        back, help
    case favorite, undo
    /// Switches the characters for drawing: richer ones for a positive step, plainer ones for a negative step.
    case symbols(step: Int)
    case pan(Viewport.Direction)
}

extension KeyMap<ViewerCommand> {
    static let viewer = KeyMap(
        "viewer",
        [
            KeyBinding([Key("n"), Key(.pageDown)], .next, help: "Next photo", hint: "next"),
            KeyBinding([Key("p"), Key(.pageUp)], .previous, help: "Previous photo", hint: "previous"),
            KeyBinding([Key(" ")], .slideshow, help: "Start a slideshow, pause it, go on", hint: "slideshow"),
            KeyBinding([Key("+"), Key("=")], .zoomIn, help: "Zoom in", hint: "zoom in"),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", hint: "zoom out"),
            KeyBinding([Key("0")], .fit, help: "Fit the whole photo"),
            KeyBinding([Key("1")], .actualSize, help: "Actual size: one pixel for each pixel of the photo"),
            KeyBinding([Key("R")], .rotate, help: "Turn the photo clockwise, for viewing only"),
            KeyBinding([Key(.left), Key("h")], .pan(.left), name: "left", help: "Left"),
            KeyBinding([Key(.down), Key("j")], .pan(.down), name: "down", help: "Down"),
            KeyBinding([Key(.up), Key("k")], .pan(.up), name: "up", help: "Up"),
            KeyBinding([Key(.right), Key("l")], .pan(.right), name: "right", help: "Right"),
            KeyBinding([Key("c")], .caption, help: "Show or hide the caption"),
            KeyBinding([Key("i")], .information, help: "Show what is known of the photo", hint: "information"),
            KeyBinding([Key("f")], .favorite, help: "Add to favorites, or remove", hint: "favorite"),
            KeyBinding([Key("z")], .undo, help: "Undo the last change of favorites"),
            KeyBinding([Key("[")], .symbols(step: -1), name: "plainer", help: "Draw with plainer characters"),
            KeyBinding([Key("]")], .symbols(step: 1), name: "richer", help: "Draw with richer characters"),
            KeyBinding([Key("s")], .share, help: "Share: copy, QR code, save, send", hint: "share"),
            KeyBinding([Key("S")], .save, help: "Save a copy of the original"),
            KeyBinding([Key("r")], .retry, help: "Try again what failed, read the folder again"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, help: "Go back", hint: "back"),
        ])
}
