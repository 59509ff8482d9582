import ArgumentParser
import CursesTerminal
import FoundationEssentials
import Glibc
import Libraries
import Screens
import Storage
import TerminalUI

/// Prints terminal capabilities and file locations: the same report as the key `D`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Report the terminal's capabilities, how pictures are drawn, and file locations.")

    @Argument(
        help: """
            A library, to ask its server about the access key: \
            \(LibraryKind.all.map(\.example).joined(separator: ", ")) or a name from the configuration.
            """,
        completion: .library)
    var library: String?

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let contents = ConfigurationFile.ofUser.readAndCheck()
        language.choose(contents.configuration)
        var diagnosis = MainActor.assumeIsolated { Diagnosis(contents) }
        diagnosis.indexContents = PhotoIndex().contents()
        if let library {
            let configuration = contents.configuration
            let network = Network(cacheBytes: configuration.diskCacheBytes)
            let opened = try LibraryOpener(
                configuration: configuration, network: network, api: nil,
                environment: ProcessInfo.processInfo.environment
            ).open(LibraryAddress(library, in: configuration))
            diagnosis.add(opened, network)
            diagnosis.service = try Blocking.wait { await opened.serviceReport() }
        }
        let window = TerminalWindow(descriptor: STDOUT_FILENO)
        try StandardOutput.write(lines: DetailSheet(diagnosis).lines(columns: window?.size.columns))
    }
}

extension DetailSheet {
    /// Returns one line per fact, with aligned values. A long label has its value on the next line.
    /// - Parameter columns: the width to which values are wrapped; nil for any.
    fileprivate func lines(columns: Int?) -> [String] {
        // Before the lines are wrapped, because ASCII substitutes have other widths.
        let details = details.map { Detail(StandardOutput.printable($0.label), StandardOutput.printable($0.value)) }
        let labels = details.map { VisibleText($0.label).width }
        let width = labels.filter { $0 <= 20 }.max() ?? 0
        var lines: [String] = []
        for (detail, label) in zip(details, labels) {
            if label > width { lines.append(detail.label) }
            let start = label > width ? "" : detail.label
            let gap = String(repeating: " ", count: width + 2 - (label > width ? 0 : label))
            let values =
                columns.map {
                    VisibleText(detail.value).wrapped(
                        columns: max(Self.minValueColumns, $0 - width - 2), rows: Self.maxValueLines)
                } ?? [detail.value]
            lines.append("\(start)\(gap)\(values.first ?? "")")
            let indent = String(repeating: " ", count: width + 2)
            lines += values.dropFirst().map { indent + $0 }
        }
        return lines
    }

    private static let minValueColumns = 20
    private static let maxValueLines = 100
}
