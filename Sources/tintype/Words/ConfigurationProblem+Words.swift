import Storage

extension ConfigurationProblem {
    /// What a person is told.
    var words: String {
        switch self {
        case .syntax(let line, let column, let text): "config.toml, line \(line), column \(column): \(text)"
        case .wrongKind(let setting, let needed): "config.toml: \(setting) must be \(needed); the default is used"
        case .unknown(let setting): "config.toml: there is no setting \(setting)"
        case .unreadable(let path): "\(path) cannot be read; the defaults are used"
        }
    }
}
