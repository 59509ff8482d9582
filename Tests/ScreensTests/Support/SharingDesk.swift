@testable import Screens

/// Takes what is handed on, and notes it.
@MainActor
final class SharingDesk {
    private(set) var copied: [String] = []
    private(set) var opened: [String] = []
    /// Why nothing can be copied.
    var refusal: SharingFailure?
    var hasViewer = false

    var port: SharingPort {
        SharingPort(
            copy: { [weak self] text in
                if let refusal = self?.refusal { throw refusal }
                self?.copied.append(String(decoding: text, as: UTF8.self))
            }, open: hasViewer ? { [weak self] in self?.opened.append(String(decoding: $0, as: UTF8.self)) } : nil,
            account: "ada@engine")
    }
}
