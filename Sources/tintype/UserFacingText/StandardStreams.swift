import CursesTerminal
import FoundationEssentials
import Glibc
import TerminalUI

/// The standard input, output and error of the program.
enum StandardStreams {
    /// Occupies the descriptors of streams that the parent has closed. Otherwise the next files, such as a database,
    /// would get these descriptors, and output would be written to them.
    static func occupyClosed() {
        // Opened in the wrong direction, so that using the stream fails as if it were closed.
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free descriptor is this one, because those below are occupied.
            _ = open("/dev/null", mode)
        }
    }
}

/// Prints error messages outside the full-screen interface.
enum StandardError {
    /// Replaces the last line of a terminal by a status, which the next line overwrites; empty for none.
    static func write(status: String) {
        _ = Stream.write(Array("\r\(StandardOutput.printable(status))\u{1B}[K".utf8), to: STDERR_FILENO)
    }

    /// Writes a line as text for people.
    static func write(line: String) {
        // Ignore failures: an error about standard error can't be reported.
        _ = Stream.write(Array((StandardOutput.printable(line) + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Prints the output of commands. All output goes through this type, so that every failed write is reported.
enum StandardOutput {
    /// A failed write, such as on a full disk.
    struct Failure: Error {
        /// The system's own message, such as `No space left on device`.
        let reason: String
    }

    /// The characters that the locale has. The first use sets the locale for the width of text.
    static let repertoire = TextLocale.prepare(ProcessInfo.processInfo.environment)

    /// Returns text for people, with placeholders for control and format characters, in the characters of the locale.
    static func printable(_ text: String) -> String {
        VisibleText.printable(text, repertoire: repertoire)
    }

    /// Writes lines as text for people.
    static func write(lines: [String]) throws(Failure) {
        try write(Array(lines.reduce(into: "") { $0 += printable($1) + "\n" }.utf8))
    }

    /// Writes one line of tab-separated columns, as data for other programs, which doesn't depend on the locale.
    /// Replaces control and format characters, such as tabs, with placeholders.
    static func write(columns: [String]) throws(Failure) {
        try write(Array((columns.map { VisibleText.printable($0) }.joined(separator: "\t") + "\n").utf8))
    }

    /// Writes paths or links, each followed by a separator: unchanged for other programs, as printable text on a
    /// terminal.
    static func write(paths: [[UInt8]], separator: UInt8) throws(Failure) {
        let isOnTerminal = isatty(STDOUT_FILENO) == 1
        try write(
            paths.flatMap {
                (isOnTerminal ? Array(printable(String(decoding: $0, as: UTF8.self)).utf8) : $0) + [separator]
            })
    }

    /// Writes JSON with control and format characters beyond ASCII escaped, because encoders escape only those of
    /// ASCII.
    static func write(json: [UInt8]) throws(Failure) {
        var escaped = ""
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x7F, Self.mustBeEscaped(scalar) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        try write(Array(escaped.utf8))
    }

    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Writes all bytes. A pipe closed early by its reader is not an error.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        let error = Stream.write(bytes, to: STDOUT_FILENO)
        guard error == 0 || error == EPIPE else { throw Failure(reason: String(cString: strerror(error))) }
    }
}

private enum Stream {
    /// Writes all bytes; returns 0 or an error number (`errno`).
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var remainder = buffer[...]
            while !remainder.isEmpty {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: remainder).baseAddress, remainder.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return errno }
                remainder = remainder.dropFirst(count)
            }
            return 0
        }
    }
}
