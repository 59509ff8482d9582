@testable import TerminalUI

/// The events of a whole input, with silence at its end.
func events(_ bytes: [UInt8], keys: [[UInt8]: Key] = [:]) -> [InputEvent] {
    var decoder = InputDecoder(keys: keys)
    return decoder.decode(bytes) + decoder.flush()
}

func events(_ text: String, keys: [[UInt8]: Key] = [:]) -> [InputEvent] {
    events(Array(text.utf8), keys: keys)
}

/// The keys of a whole input; whatever else is in it counts as none.
func keys(_ bytes: [UInt8], keys: [[UInt8]: Key] = [:]) -> [Key] {
    events(bytes, keys: keys).compactMap { event in
        if case .key(let key) = event { key } else { nil }
    }
}

func keys(_ text: String, keys named: [[UInt8]: Key] = [:]) -> [Key] {
    keys(Array(text.utf8), keys: named)
}
