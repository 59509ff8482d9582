import Albums
import CursesTerminal
import Dispatch
import FoundationEssentials
import Pictures
import Screens
import Storage

extension SharingPort {
    /// Creates the port from the terminal's clipboard and the desktop's applications.
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
                    case .file(let path): viewer.open(try await Self.viewable(path))
                    }
                }
            },
            scpHost: "\(process.userName)@\(process.hostName)",
            sidecars: { path in
                await withCheckedContinuation { continuation in
                    DispatchQueue.global(qos: .userInitiated).async {
                        continuation.resume(returning: SidecarPath.existing(besides: path))
                    }
                }
            },
            run: { script, arguments, maxBytes, onOutput in
                let program = ChildProgram(
                    "/bin/sh", arguments: ["-c", script, "sh"].map { Array($0.utf8) } + arguments,
                    environment: ChildProgram.ownEnvironment(without: LibraryOpener.secretVariables))
                return await program.run(maxBytes: maxBytes, onOutput: onOutput)
            })
    }

    /// Reads the file off the main actor, since a slow disk must not block it.
    private nonisolated static func viewable(_ path: [UInt8]) async throws(SharingFailure) -> ViewableFile {
        guard let file = ViewableFile(path: path) else { throw .notViewable }
        return file
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
