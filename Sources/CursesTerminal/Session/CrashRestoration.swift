import CTerminalRescue
import Glibc

/// Restores the terminal when the program crashes, and keeps standard error off the screen until then.
enum CrashRestoration {
    /// Makes fatal signals on any thread restore these modes first.
    static func arm(_ modes: TerminalModes, descriptor: Int32) {
        var original = modes.original
        modes.leaveBytes.withUnsafeBufferPointer { bytes in
            terminal_rescue_arm(descriptor, &original, bytes.baseAddress, bytes.count)
        }
    }

    /// Makes crashes leave the terminal alone, once it has been restored.
    static func disarm() {
        terminal_rescue_disarm()
    }

    /// Captures what C libraries write to standard error, if that is a terminal. A crash shows the end of it.
    static func holdStandardError() {
        terminal_rescue_hold_standard_error()
    }

    /// Restores standard error.
    static func releaseStandardError() {
        terminal_rescue_release_standard_error()
    }
}
