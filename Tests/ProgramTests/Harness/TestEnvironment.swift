import Foundation

/// The environment of programs under test.
enum TestEnvironment {
    /// Returns the variables of an xterm with true color, UTF-8 and UTC, independent of the computer and account.
    static func variables(home: String) -> [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "HOME": home,
            "XDG_CONFIG_HOME": home + "/.config",
            "XDG_STATE_HOME": home + "/.local/state",
            "XDG_CACHE_HOME": home + "/.cache",
            "XDG_DATA_HOME": home + "/.local/share",
            // Interactive backtraces would wait for a key.
            "SWIFT_BACKTRACE": "enable=no",
            // Coverage of the program counts in the test that runs it.
            "LLVM_PROFILE_FILE": "/dev/null",
        ]
    }
}
