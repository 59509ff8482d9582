import TerminalUI

extension TerminfoEntry {
    /// The keys defined by the entry, indexed by the bytes that the terminal sends.
    var keys: [[UInt8]: Key] {
        var keys: [[UInt8]: Key] = [:]
        for (index, key) in Self.keysByIndex where index < strings.count {
            guard let bytes = strings[index].map(withoutPadding), !bytes.isEmpty else { continue }
            keys[bytes] = key
        }
        return keys
    }

    /// Indices in the compiled format, as in <term.h>.
    private static let keysByIndex: [(Int, Key)] = {
        var keys: [(Int, Key)] = [
            (55, Key(.backspace)), (59, Key(.delete)), (61, Key(.down)), (76, Key(.home)), (77, Key(.insert)),
            (79, Key(.left)), (81, Key(.pageDown)), (82, Key(.pageUp)), (83, Key(.right)), (87, Key(.up)),
            (84, Key(.down, .shift)), (85, Key(.up, .shift)), (148, Key(.tab, .shift)), (164, Key(.end)),
            (165, Key(.enter)), (191, Key(.delete, .shift)), (194, Key(.end, .shift)), (199, Key(.home, .shift)),
            (200, Key(.insert, .shift)), (201, Key(.left, .shift)), (210, Key(.right, .shift)),
            // In the format, F10 is between F1 and F2.
            (66, Key(.function(1))), (67, Key(.function(10))),
        ]
        keys += (2...9).map { (66 + $0, Key(.function($0))) }
        keys += (11...24).map { (205 + $0, Key(.function($0))) }
        return keys
    }()
}
