import Albums
import Basics
import CursesTerminal
import Dispatch
import FoundationEssentials
import Pictures
import Screens
import Storage

extension SharingPort {
    /// Creates the port from the terminal's clipboard and the desktop's applications.
    ///
    /// - Parameter unconfirmed: receives the texts that may not have reached the clipboard.
    init(_ terminal: CursesTerminal, unconfirmed: UnconfirmedCopies) {
        let process = ProcessInfo.processInfo
        self.init(
            copy: { text in
                do throws(ClipboardFailure) {
                    let delivery = CopyDelivery(try await terminal.copyToClipboard(text))
                    if delivery == .uncertain { unconfirmed.add(text) }
                    return delivery
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
                await DispatchQueue.global(qos: .userInitiated).runBlocking { SidecarPath.existing(besides: path) }
            },
            run: { script, arguments, maxBytes, onOutput in
                let program = ChildProgram(
                    "/bin/sh", arguments: ["-c", script, "sh"].map { Array($0.utf8) } + arguments,
                    environment: ChildProgram.environment(without: LibraryOpener.secretVariables))
                return await program.run(maxBytes: maxBytes, onOutput: onOutput)
            })
    }

    /// Reads the file off the main actor, since a slow disk must not block it.
    private nonisolated static func viewable(_ path: [UInt8]) async throws(SharingFailure) -> ViewableFile {
        guard let file = ViewableFile(path: path) else { throw .notViewable }
        return file
    }
}

/// The texts sent to a terminal that may ignore clipboard writes. At the end of the run they are printed, so that the
/// user can select them on the normal screen.
@MainActor
final class UnconfirmedCopies {
    private var texts: [[UInt8]] = []

    /// The maximum number of bytes to print; the oldest texts are dropped.
    private static let maxBytes = 64 * 1024

    func add(_ text: [UInt8]) {
        texts.removeAll { $0 == text }
        texts.append(text)
        while texts.count > 1, texts.reduce(0, { $0 + $1.count }) > Self.maxBytes { texts.removeFirst() }
    }

    /// Prints each text once. Standard output is for the photos picked.
    func print() {
        for text in texts {
            for line in text.split(separator: UInt8(ascii: "\n")) {
                StandardError.write(line: String(decoding: line, as: UTF8.self))
            }
        }
        texts = []
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
