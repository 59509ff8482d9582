import Foundation

extension ScreenSession {
    /// What the program gave to the terminal's clipboard last (OSC 52); nil before that.
    var clipboard: [UInt8]? {
        let printed = String(decoding: output, as: UTF8.self)
        guard let start = printed.range(of: "\u{1B}]52;c;", options: .backwards)?.upperBound else { return nil }
        let text = printed[start...].prefix { $0 != "\u{7}" }
        return Data(base64Encoded: String(text)).map(Array.init)
    }
}
