import Glibc
import TerminalUI

/// The locale for character handling (LC_CTYPE).
public enum TextLocale {
    /// Sets the process's locale so that the width of Unicode text is known, and returns the characters that can be
    /// sent to the terminal.
    ///
    /// A locale that is unset, C or not installed says nothing about the terminal and is replaced by C.UTF-8. ASCII is
    /// used only if requested explicitly: by `LC_ALL=C`, or by a locale with a character set other than UTF-8. A dumb
    /// terminal gets Unicode only if the locale has it.
    public static func prepare(_ environment: [String: String]) -> Repertoire {
        let isInstalled = setlocale(LC_CTYPE, "") != nil
        let hasUnicode = isInstalled && String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
        if hasUnicode { return .unicode }
        if environment["TERM"] == "dumb" { return .ascii }
        let supportsUnicode = setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
        return supportsUnicode && !namesAnotherCharacterSet(environment, isInstalled: isInstalled) ? .unicode : .ascii
    }

    /// Returns whether the environment names a character set other than UTF-8.
    static func namesAnotherCharacterSet(_ environment: [String: String], isInstalled: Bool) -> Bool {
        if ["C", "POSIX"].contains(environment["LC_ALL"]) { return true }
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        guard !["", "C", "POSIX"].contains(name) else { return false }
        guard let dot = name.firstIndex(of: ".") else { return isInstalled }
        let set = name[name.index(after: dot)...].prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
        return set != "utf8"
    }
}
