import Foundation

extension ScreenSession {
    /// The last content the program sent to the terminal's clipboard (OSC 52), or nil.
    var clipboard: [UInt8]? {
        let printed = String(decoding: output, as: UTF8.self)
        guard let start = printed.range(of: "\u{1B}]52;c;", options: .backwards)?.upperBound else { return nil }
        let text = printed[start...].prefix { $0 != "\u{7}" }
        return Data(base64Encoded: String(text)).map(Array.init)
    }
}
