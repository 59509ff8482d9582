import CTerminalRescue
import Glibc

/// Puts the terminal back when the program crashes, and keeps standard error off the screen until then.
enum CrashRestoration {
    /// From now on a fatal signal first restores these modes, on whatever thread it comes.
    static func arm(_ modes: TerminalModes, descriptor: Int32) {
        var original = modes.original
        modes.leaveBytes.withUnsafeBufferPointer { bytes in
            terminal_rescue_arm(descriptor, &original, bytes.baseAddress, bytes.count)
        }
    }

    /// The terminal is as it was: a crash leaves it alone.
    static func disarm() {
        terminal_rescue_disarm()
    }

    /// Holds back what C libraries write to standard error, where that is a terminal; a crash shows the last of it.
    static func holdStandardError() {
        terminal_rescue_hold_standard_error()
    }

    /// Gives standard error back.
    static func releaseStandardError() {
        terminal_rescue_release_standard_error()
    }
}
