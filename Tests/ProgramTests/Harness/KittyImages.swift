import Foundation
import Testing

/// The images that a terminal with kitty's graphics protocol has after a program's output.
struct KittyImages {
    private(set) var stored: Set<UInt32> = []
    /// The image being transmitted.
    private(set) var incomplete: UInt32?
    /// All images so far, in the order of their transmission.
    private(set) var begun: [UInt32] = []
    /// The images that have been placed again.
    private(set) var placedAgain: [UInt32] = []
    /// Commands that a terminal would refuse.
    private(set) var mistakes: [String] = []

    init(_ output: [UInt8]) {
        output.withUnsafeBufferPointer { output in
            /// Returns the next index of a byte; `memchr`, because there are megabytes of pixels.
            func index(of byte: UInt8, in range: Range<Int>) -> Int? {
                guard let start = output.baseAddress, !range.isEmpty else { return nil }
                return memchr(start + range.lowerBound, Int32(byte), range.count).map {
                    UnsafeRawPointer($0) - UnsafeRawPointer(start)
                }
            }
            var start = 0
            while let escape = index(of: 0x1B, in: start..<output.count) {
                start = escape + 1
                guard escape + 2 < output.count, output[escape + 1] == UInt8(ascii: "_"),
                    output[escape + 2] == UInt8(ascii: "G")
                else { continue }
                let end = index(of: 0x1B, in: start..<output.count)
                // CAN aborts a command.
                let abort = index(of: 0x18, in: start..<(end ?? output.count))
                if let end, abort == nil { read(output[(escape + 3)..<end]) }
                start = abort ?? end ?? output.count
            }
        }
    }

    private mutating func read(_ command: Slice<UnsafeBufferPointer<UInt8>>) {
        let control = command.prefix { $0 != UInt8(ascii: ";") }
        let hasData = control.count + 1 < command.count
        let text = String(decoding: control, as: UTF8.self)
        var values: [Substring: Substring] = [:]
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=")
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        func number(_ key: Substring) -> UInt32 { values[key].flatMap { UInt32($0) } ?? 0 }
        switch values["a"] {
        case "T":
            if incomplete != nil { mistakes.append(text) }
            begun.append(number("i"))
            incomplete = number("i")
            endChunk(isLast: values["m"] != "1", hasData: hasData)
        case "p":
            placedAgain.append(number("i"))
            if !stored.contains(number("i")) { mistakes.append(text) }
        case "d" where values["d"] == "I": stored.remove(number("i"))
        case "d" where values["d"] == "R":
            guard number("x") <= number("y") else { return mistakes.append(text) }
            stored = stored.filter { !(number("x")...number("y")).contains($0) }
        case "q": break
        case nil: endChunk(isLast: values["m"] != "1", hasData: hasData)
        default: mistakes.append(text)
        }
    }

    private mutating func endChunk(isLast: Bool, hasData: Bool) {
        guard isLast else { return }
        // Without data, the image lacks pixels.
        if hasData, let incomplete { stored.insert(incomplete) }
        incomplete = nil
    }
}

extension ScreenSession {
    /// The images that the terminal has.
    var images: KittyImages { KittyImages(output) }

    /// The images of the placeholder cells on the screen.
    var placeholders: Set<UInt32> {
        Set(
            cells.compactMap { cell in
                guard cell.text.unicodeScalars.first == "\u{10EEEE}",
                    case .rgb(let red, let green, let blue) = cell.foreground
                else { return nil }
                return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            })
    }

    /// Waits until all pictures on the screen are shown by images that the terminal has.
    func waitForImages(besides others: Set<UInt32> = []) async throws {
        try await wait(until: "the pictures are images") { session in
            let placeholders = session.placeholders
            guard !placeholders.isEmpty, placeholders.isDisjoint(with: others) else { return false }
            return placeholders.isSubset(of: session.images.stored)
        }
        try await waitUntilIdle()
    }
}
