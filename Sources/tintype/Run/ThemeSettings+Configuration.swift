import Screens
import Storage
import TerminalUI

extension ThemeSettings {
    /// What the configuration says, unless something else was asked for.
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
