import CTerminalRescue
import Glibc

/// Restores the terminal when the program crashes or is killed, and keeps standard error off the screen until then.
enum CrashRestoration {
    /// Makes fatal signals on any thread restore the terminal first.
    /// - Parameter attributes: the attributes that the session is about to set; nil if it has set them.
    static func arm(_ modes: TerminalModes, descriptor: Int32, before attributes: termios? = nil) {
        var original = modes.original
        modes.leaveBytes.withUnsafeBufferPointer { bytes in
            if var attributes {
                terminal_rescue_arm(descriptor, &original, &attributes, bytes.baseAddress, bytes.count)
            } else {
                terminal_rescue_arm(descriptor, &original, nil, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Makes crashes leave the terminal alone, once it has been restored.
    static func disarm() {
        terminal_rescue_disarm()
    }

    /// Starts a process that restores the terminal if this one ends without a chance to do so. Does nothing if that has
    /// been tried.
    static func startWatchdog(descriptor: Int32) {
        _ = terminal_rescue_start_watchdog("/proc/self/exe", TerminalWatchdog.name, descriptor)
    }

    /// Ends the watchdog.
    static func stopWatchdog() {
        terminal_rescue_stop_watchdog()
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

/// The role of a second process of the program: it waits for the end of the first, and restores the terminal if nothing
/// else has.
public enum TerminalWatchdog {
    /// The only argument. It doesn't contain the name of the program, so that `pkill -9 -f` with that name spares it.
    static let name = "terminal watchdog"

    /// Whether the program has started this process as a watchdog.
    public static var isCurrentProcess: Bool { CommandLine.arguments == [name] }

    /// Waits for the end of the program.
    public static func run() -> Never {
        terminal_rescue_run_watchdog()
    }
}
