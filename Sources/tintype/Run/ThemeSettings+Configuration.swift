import Screens
import Storage
import TerminalUI

extension ThemeSettings {
    /// Creates the settings from the configuration; a theme from the command line takes precedence.
    init(_ configuration: Configuration, choice: ThemeChoice? = nil, isForReaders: Bool = false) {
        var colors: [ThemeColor: Color] = [:]
        for (name, color) in configuration.themeColors {
            if let name = ThemeColor(rawValue: name) { colors[name] = .rgb(color.red, color.green, color.blue) }
        }
        self.init(
            choice: choice ?? configuration.theme.flatMap(ThemeChoice.init) ?? .auto, colors: colors,
            isForReaders: isForReaders || configuration.isForReaders)
    }
}
