import ArgumentParser
import Screens
import Storage
import TerminalUI

/// Prints terminal capabilities and file locations: the same report as the key `D`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Report the terminal's capabilities, how pictures are drawn, and file locations.")

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let contents = ConfigurationFile.ofUser.readAndCheck()
        language.choose(contents.configuration)
        var diagnosis = MainActor.assumeIsolated { Diagnosis(contents) }
        diagnosis.indexContents = PhotoIndex().contents()
        try StandardOutput.write(lines: DetailSheet(diagnosis).lines)
    }
}

extension DetailSheet {
    /// One line per fact, with aligned values. A long label has its value on the next line.
    fileprivate var lines: [String] {
        let labels = details.map { VisibleText($0.label).width }
        let width = labels.filter { $0 <= 20 }.max() ?? 0
        var lines: [String] = []
        for (detail, label) in zip(details, labels) {
            if label > width { lines.append(detail.label) }
            let start = label > width ? "" : detail.label
            let gap = String(repeating: " ", count: width + 2 - (label > width ? 0 : label))
            lines.append("\(start)\(gap)\(detail.value)")
        }
        return lines
    }
}
