import Foundation

/// The environment that programs under test run in.
enum TestEnvironment {
    /// A true-color terminal of the xterm kind, in UTF-8 and UTC, that knows nothing of the computer or the account.
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
            // A backtrace waits for a person to read it.
            "SWIFT_BACKTRACE": "enable=no",
            // What the program covers counts as covered by the test that runs it.
            "LLVM_PROFILE_FILE": "/dev/null",
        ]
    }
}
