import TerminalUI

/// A parsed terminfo entry; see term(5), "legacy storage format" and "extended number format".
struct TerminfoEntry: Equatable, Sendable {
    /// The names and the description, such as `["xterm-256color", "xterm with 256 colors"]`.
    var names: [String]
    /// 1 means true; any other value means absent.
    var booleans: [UInt8]
    /// Negative values mean absent.
    var numbers: [Int32]
    var strings: [[UInt8]?]
    /// User-defined capabilities, in the order of the file.
    var extendedBooleans: [Named<UInt8>] = []
    var extendedNumbers: [Named<Int32>] = []
    var extendedStrings: [Named<[UInt8]?>] = []

    struct Named<Value: Equatable & Sendable>: Equatable, Sendable {
        var name: String
        var value: Value
    }

    subscript(string: TerminfoString) -> [UInt8]? {
        get { string.rawValue < strings.count ? strings[string.rawValue] : nil }
        set {
            while strings.count <= string.rawValue { strings.append(nil) }
            strings[string.rawValue] = newValue
        }
    }

    /// The value of a number; nil if absent.
    subscript(number: TerminfoNumber) -> Int? {
        get {
            guard number.rawValue < numbers.count, numbers[number.rawValue] >= 0 else { return nil }
            return Int(numbers[number.rawValue])
        }
        set {
            while numbers.count <= number.rawValue { numbers.append(-1) }
            numbers[number.rawValue] = Int32(clamping: newValue ?? -1)
        }
    }

    subscript(boolean: TerminfoBoolean) -> Bool {
        get { boolean.rawValue < booleans.count && booleans[boolean.rawValue] == 1 }
        set {
            while booleans.count <= boolean.rawValue { booleans.append(0) }
            booleans[boolean.rawValue] = newValue ? 1 : 0
        }
    }

    /// Returns whether a user-defined capability exists, whatever its type: `RGB`, for example, may be a flag, a number
    /// or a string.
    func hasExtended(_ name: String) -> Bool {
        extendedBooleans.contains { $0.name == name && $0.value == 1 }
            || extendedNumbers.contains { $0.name == name && $0.value >= 0 }
            || extendedStrings.contains { $0.name == name && $0.value != nil }
    }
}

/// Indices of booleans in the compiled format, as in <term.h>.
enum TerminfoBoolean: Int {
    case canChangeColor = 27
    case backColorErase = 28
}

/// Indices of numbers in the compiled format, as in <term.h>.
enum TerminfoNumber: Int {
    case maxColors = 13
    case maxPairs = 14
}

/// Indices of strings in the compiled format, as in <term.h>.
enum TerminfoString: Int {
    case changeScrollRegion = 3
    case clearScreen = 5
    case cursorAddress = 10
    case cursorDown = 11
    case cursorInvisible = 13
    case cursorNormal = 16
    case enterAlternateScreen = 28
    case eraseCharacters = 37
    case exitAttributes = 39
    case exitAlternateScreen = 40
    case keypadLocal = 88
    case keypadTransmit = 89
    case moveDown = 107
    case setAttributes = 131
    case enterAutomaticMargins = 151
    case exitAutomaticMargins = 152
    case originalPair = 297
    case originalColors = 298
    case initializeColor = 299
    case initializePair = 300
    case setColorPair = 301
    case setForeground = 359
    case setBackground = 360
}

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

/// Returns a capability without padding delays such as `$<5/>`, which no current terminal needs.
func withoutPadding(_ capability: [UInt8]) -> [UInt8] {
    var remainder = capability[...]
    var kept: [UInt8] = []
    while let byte = remainder.popFirst() {
        if byte == UInt8(ascii: "$"), remainder.first == UInt8(ascii: "<"),
            let end = remainder.firstIndex(of: UInt8(ascii: ">"))
        {
            remainder = remainder[(end + 1)...]
        } else {
            kept.append(byte)
        }
    }
    return kept
}
