/// Finds control strings in a program's output: titles, clipboard access, queries, pictures and anything else that a
/// terminal interprets without showing it.
enum ControlStrings {
    /// Returns every string introduced by OSC, DCS, APC, PM or SOS, starting with the letter after the escape, such
    /// as `]11;?`.
    static func find(in output: [UInt8]) -> Set<String> {
        let introducers = Set("]P_^X".utf8)
        var found: Set<String> = []
        var index = 0
        while index + 1 < output.count {
            guard output[index] == 0x1B, introducers.contains(output[index + 1]) else {
                index += 1
                continue
            }
            let content = output[(index + 1)...].prefix { $0 != 0x1B && $0 != 0x07 }
            found.insert(String(decoding: content, as: UTF8.self))
            index = content.endIndex
        }
        return found
    }
}

/// Finds out whether output ends within a control string (OSC, DCS or APC), where a terminal shows no text.
struct ControlStringState {
    private enum State {
        case text, escape, string(byBell: Bool), stringEscape(byBell: Bool)
    }

    private var state = State.text

    var isInString: Bool {
        switch state {
        case .text, .escape: false
        case .string, .stringEscape: true
        }
    }

    init(after output: [UInt8]) {
        for byte in output {
            switch (state, byte) {
            case (_, 0x18), (_, 0x1A): state = .text
            case (.text, 0x1B), (.escape, 0x1B): state = .escape
            case (.text, _): break
            case (.escape, UInt8(ascii: "]")): state = .string(byBell: true)
            case (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "_")): state = .string(byBell: false)
            case (.escape, _): state = .text
            case (.string(let byBell), 0x1B): state = .stringEscape(byBell: byBell)
            case (.string(true), 0x07), (.stringEscape, UInt8(ascii: "\\")): state = .text
            case (.stringEscape(let byBell), _): state = .string(byBell: byBell)
            case (.string, _): break
            }
        }
    }
}

/// Removes commands of kitty's graphics protocol (APC) from output: libvterm prints those that arrive in parts.
struct CommandFilter {
    private enum State {
        case text, escape, command, commandEscape
    }

    private var state = State.text

    /// Returns the output without commands, of which the last may be incomplete.
    mutating func filtered(_ output: [UInt8]) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(output.count)
        for byte in output {
            switch (state, byte) {
            case (.text, 0x1B): state = .escape
            case (.text, _): rest.append(byte)
            case (.escape, UInt8(ascii: "_")): state = .command
            case (.escape, 0x1B): rest.append(byte)
            case (.escape, _):
                rest += [0x1B, byte]
                state = .text
            case (.command, 0x1B): state = .commandEscape
            case (.command, 0x18), (.commandEscape, UInt8(ascii: "\\")): state = .text
            case (.command, _): break
            case (.commandEscape, _):
                rest += [0x1B, byte]
                state = .text
            }
        }
        return rest
    }
}
