import Localization

/// What the user is asked after a run that ended unexpectedly, before the screen is there.
enum CrashQuestion {
    /// Whether the user would rather see the demo library than the one that was shown then.
    static func prefersDemo(to opened: OpenedLibrary) -> Bool {
        guard opened.library.address != OpenedLibrary.demo.library.address else { return false }
        let address = opened.library.address
        StandardError.write(line: "tintype: " + localized("the last run ended unexpectedly while it showed \(address)"))
        StandardError.write(line: localized("Enter opens it again, d and Enter opens the demo library."))
        guard let answer = readLine() else { return true }
        return answer.lowercased().contains("d")
    }
}
