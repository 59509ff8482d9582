@testable import Screens

/// A sharing port that records copied texts and opened targets.
@MainActor
final class SpySharing {
    private(set) var copied: [String] = []
    private(set) var opened: [String] = []
    /// The sidecars of each file.
    var sidecars: [String: [String]] = [:]
    /// The reason why copying fails.
    var refusal: SharingFailure?
    var delivery = CopyDelivery.sent
    /// Whether copying and scripts wait.
    var isHeld = false
    /// The number of cancelled copies.
    private(set) var canceled = 0
    var hasViewer = false
    /// Each script that was run, with its arguments.
    private(set) var scripts: [[String]] = []
    /// The output of each script, in pieces.
    var output = [Array("one\n\u{1B}[31mtwo\u{1B}[m\n".utf8)]
    /// The number of cancelled scripts.
    private(set) var canceledScripts = 0
    /// The reason why opening fails.
    var openRefusal: SharingFailure?

    var port: SharingPort {
        SharingPort(
            copy: { [weak self] text in
                try await self?.waitWhileHeld()
                if let refusal = self?.refusal { throw refusal }
                self?.copied.append(String(decoding: text, as: UTF8.self))
                return self?.delivery ?? .sent
            }, open: hasViewer ? { [weak self] in try self?.open($0) } : nil, scpHost: "ada@engine",
            sidecars: { [sidecars] path in
                (sidecars[String(decoding: path, as: UTF8.self)] ?? []).map { Array($0.utf8) }
            },
            run: { [weak self] script, arguments, _, onOutput in
                self?.scripts.append(([script] + arguments.map { String(decoding: $0, as: UTF8.self) }))
                for piece in self?.output ?? [] { onOutput(piece) }
                while self?.isHeld == true {
                    do {
                        try await Task.sleep(for: .milliseconds(1))
                    } catch {
                        self?.canceledScripts += 1
                        return 143
                    }
                }
                return 3
            })
    }

    private func waitWhileHeld() async throws {
        while isHeld {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                canceled += 1
                throw error
            }
        }
    }

    private func open(_ location: SharedPhotos.Location) throws {
        if let openRefusal { throw openRefusal }
        switch location {
        case .file(let path): opened.append(String(decoding: path, as: UTF8.self))
        case .link(let link): opened.append(link)
        }
    }
}
