import TerminalUI

/// Commands of the comparison.
enum ComparisonCommand: Hashable, Sendable {
    case keep, blink, blinkAutomatically, layout, nextPane, previousPane, next, previous
    case zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, link, align, differences, peaking
    case details, retry, back, leave
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; if nothing can be panned that way, chooses the photo there.
    case pan(Viewport.Direction)
}

extension KeyMap<ComparisonCommand> {
    static let comparison = KeyMap(
        "compare",
        [
            KeyBinding([Key(.escape), Key("c")], .back, in: .move, help: "Go back", hint: "back"),
            KeyBinding([Key("q")], .leave, in: .move, help: "Return to the list"),
            KeyBinding(
                [Key(.enter)], .keep, in: .move, help: "Keep this photo, and compare it with the next", hint: "keep"),
            KeyBinding(
                [Key("n"), Key(.pageDown)], .next, in: .move, help: "Replace this photo by the next one",
                hint: "replace", with: .previous),
            KeyBinding(
                [Key("p"), Key(.pageUp), Key(.backspace)], .previous, in: .move,
                help: "Replace this photo by the previous one"),
            KeyBinding([Key(.tab)], .nextPane, in: .move, help: "Choose the next photo", hint: "choose"),
            KeyBinding([Key(.tab, .shift)], .previousPane, in: .move, help: "Choose the previous photo"),
            KeyBinding([Key(" ")], .blink, help: "Show one photo at a time, and then the next", hint: "blink"),
            KeyBinding([Key("b")], .blinkAutomatically, help: "Let the photos take turns, or stop that"),
            KeyBinding([Key("v")], .layout, help: "Show the photos side by side, or one at a time"),
            KeyBinding(
                [Key(.left), Key("h")], .pan(.left), name: "left", in: .move,
                help: "Pan left, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.down), Key("j")], .pan(.down), name: "down", in: .move,
                help: "Pan down, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.up), Key("k")], .pan(.up), name: "up", in: .move, help: "Pan up, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.right), Key("l")], .pan(.right), name: "right", in: .move,
                help: "Pan right, or choose the photo there", joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key("+"), Key("=")], .zoomIn, help: "Zoom in", joined: "Zoom in or out", hint: "zoom", with: .zoomOut),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", joined: "Zoom in or out"),
            KeyBinding(
                [Key("o")], .actualSize, help: "Actual size (1:1) at the focus point, or fit", hint: "1:1"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photos"),
            KeyBinding([], .fit, help: "Fit the photos to the screen"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("a")], .link, help: "Zoom and pan this photo alone, or all together", hint: "link"),
            KeyBinding([Key("e")], .align, help: "Show the same part of the scene in all photos", hint: "align"),
            KeyBinding(
                [Key("d")], .differences, help: "Tint where this photo differs from another one, or stop that",
                hint: "differences"),
            KeyBinding([], .peaking, help: "Show or hide focus peaking (edges in focus)"),
            KeyBinding([Key("i")], .details, help: "Show details"),
        ] + symbolKeys { .symbols(step: $0) } + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry")
        ])
}
