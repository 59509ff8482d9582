import CTerminalRescue
import Glibc

/// Puts the terminal back when the program crashes.
enum CrashRestoration {
    /// From now on a fatal signal first restores these modes.
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
}
