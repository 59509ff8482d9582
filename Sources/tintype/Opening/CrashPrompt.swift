import DemoLibrary
import Libraries
import Localization

/// Asks on the plain terminal whether to reopen a library after a crash.
enum CrashPrompt {
    /// Whether the user prefers the demo library to the one that was open during the crash.
    static func prefersDemo(to opened: OpenedLibrary) -> Bool {
        guard opened.library.address != DemoLibrary.address else { return false }
        StandardError.write(line: message(for: opened.library.address))
        StandardError.write(
            line: localized("Press Enter to reopen it, d and Enter to open the demo library, or Ctrl-C to quit."))
        guard let answer = readLine() else { return true }
        return answer.lowercased().contains("d")
    }

    /// Says which library the last run was showing.
    static func message(for address: String) -> String {
        localized("The last run ended unexpectedly while showing \(address).")
    }
}
