import CursesTerminal
import FoundationEssentials
import Pictures
import Screens

extension SharingPort {
    /// The clipboard of the terminal, and the programs of the system.
    init(_ terminal: CursesTerminal) {
        let process = ProcessInfo.processInfo
        self.init(
            copy: { text in
                do throws(ClipboardFailure) {
                    return CopyDelivery(try await terminal.copyToClipboard(text))
                } catch {
                    throw SharingFailure(error)
                }
            },
            open: SystemViewer(environment: process.environment).map { viewer in
                { target in
                    switch target {
                    case .link(let link): viewer.open(link: link)
                    case .file(let path): viewer.open(try await Self.picture(path))
                    }
                }
            },
            account: "\(process.userName)@\(process.hostName)")
    }

    /// Reads the file elsewhere than on the main actor, which a slow disk must not hold up.
    private nonisolated static func picture(_ path: [UInt8]) async throws(SharingFailure) -> ViewablePicture {
        guard let picture = ViewablePicture(path: path) else { throw .notAPicture }
        return picture
    }
}

extension CopyDelivery {
    fileprivate init(_ delivery: ClipboardDelivery) {
        self =
            switch delivery {
            case .sent: .sent
            case .uncertain: .uncertain
            case .tmux: .tmux
            }
    }
}

extension SharingFailure {
    fileprivate init(_ failure: ClipboardFailure) {
        self =
            switch failure {
            case .missing: .noClipboard
            case .tooLong(let limit): .tooLong(limit: limit)
            }
    }
}
