import TerminalUI

/// Commands of the viewer.
enum ViewerCommand: Hashable, Sendable {
    case next, previous, zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, peaking
    case details, retry, back, leave
    /// Commands while one photo is shown.
    case first, last, slideshow, keepView, otherFile, caption, strip
    /// Commands while photos are compared.
    case keep, blink, blinkAutomatically, layout, nextPane, previousPane, link, align, differences
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; if nothing can be panned that way, goes to the photo there: in the list, or in another pane.
    case pan(Viewport.Direction)
}

extension KeyMap<ViewerCommand> {
    /// The keys while one photo is shown.
    static let viewer = KeyMap(
        "viewer",
        [
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "grid"),
            KeyBinding(
                [Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit", synonyms: "exit, close"),
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
        ] + viewKeys(actualSize: [Key(.enter), Key("o")]) + [
            KeyBinding([Key("H")], .keepView, help: "Keep zoom, position and rotation for the next photos"),
            KeyBinding([Key("a")], .otherFile, help: "Show the other file of the photo (RAW or video)"),
            KeyBinding([Key(" ")], .slideshow, help: "Start or pause the slideshow", hint: "slideshow"),
            KeyBinding([Key("i")], .details, help: "Show or hide details", hint: "details"),
            KeyBinding([Key("v")], .caption, help: "Show or hide the caption"),
            KeyBinding(
                [Key("N"), Key(.function(6))], .strip, help: "Show or hide a strip of the neighbors",
                synonyms: "filmstrip"),
        ] + symbolKeys + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload")
        ])

    /// The keys while photos are compared.
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
        ] + viewKeys(actualSize: [Key("o")]) + [
            KeyBinding(
                [Key("a")], .link, help: "Zoom and pan this photo alone, or all together", hint: "link"),
            KeyBinding([Key("e")], .align, help: "Show the same part of the scene in all photos", hint: "align"),
            KeyBinding(
                [Key("d")], .differences, help: "Tint where this photo differs from another one, or stop that",
                hint: "differences"),
            KeyBinding([Key("i")], .details, help: "Show details"),
        ] + symbolKeys + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry")
        ])

    /// The keys that zoom and rotate one photo or all of them.
    private static func viewKeys(actualSize keys: [Key]) -> [KeyBinding<ViewerCommand>] {
        [
            KeyBinding(
                [Key("+"), Key("=")], .zoomIn, help: "Zoom in", joined: "Zoom in or out", hint: "zoom", with: .zoomOut,
                synonyms: "bigger, larger"),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", joined: "Zoom in or out", synonyms: "smaller"),
            KeyBinding(keys, .actualSize, help: "Actual size (1:1) at the focus point, or fit", hint: "1:1"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photo"),
            KeyBinding([], .fit, help: "Fit the photo to the screen"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding([], .peaking, help: "Show or hide focus peaking (edges in focus)"),
        ]
    }

    /// The keys that switch the characters for drawing.
    private static let symbolKeys: [KeyBinding<ViewerCommand>] = [
        KeyBinding(
            [Key("[")], .symbols(step: -1), name: "coarser-symbols", help: "Draw with coarser symbols",
            joined: "Draw with coarser or finer symbols, or pixels"),
        KeyBinding(
            [Key("]")], .symbols(step: 1), name: "finer-symbols", help: "Draw with finer symbols",
            joined: "Draw with coarser or finer symbols, or pixels"),
    ]
}
