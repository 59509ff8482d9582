@testable import TerminalUI

/// Decodes an input to its end, followed by a timeout.
func events(_ bytes: [UInt8], keys: [[UInt8]: Key] = [:]) -> [InputEvent] {
    var decoder = InputDecoder(keys: keys)
    return decoder.decode(bytes) + decoder.flush()
}

func events(_ text: String, keys: [[UInt8]: Key] = [:]) -> [InputEvent] {
    events(Array(text.utf8), keys: keys)
}

/// Decodes an input to its end and returns its keys, ignoring other events.
func keys(_ bytes: [UInt8], keys: [[UInt8]: Key] = [:]) -> [Key] {
    events(bytes, keys: keys).compactMap { event in
        if case .key(let key) = event { key } else { nil }
    }
}

func keys(_ text: String, keys named: [[UInt8]: Key] = [:]) -> [Key] {
    keys(Array(text.utf8), keys: named)
}
