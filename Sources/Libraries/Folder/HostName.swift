import Glibc

enum HostName {
    /// What this computer calls itself, without asking any other.
    static func current() -> String {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        let result = name.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { gethostname($0, buffer.count - 1) }
        }
        guard result == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
