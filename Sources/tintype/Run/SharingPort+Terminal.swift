import CursesTerminal
import FoundationEssentials
import Screens

extension SharingPort {
    /// The clipboard of the terminal, and the programs of the system.
    init(_ terminal: CursesTerminal) {
        let process = ProcessInfo.processInfo
        self.init(
            copy: { text in
                do throws(ClipboardFailure) {
                    try terminal.copyToClipboard(text)
                } catch {
                    throw SharingFailure(error)
                }
            }, open: SystemViewer(environment: process.environment)?.open,
            account: "\(process.userName)@\(process.hostName)")
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
