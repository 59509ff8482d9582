import ArgumentParser
import Screens
import Storage
import TerminalUI

/// Prints terminal capabilities and file locations: the same report as the key `D`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Report the terminal's capabilities, how pictures are drawn, and where files are.")

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let contents = ConfigurationFile.ofPerson.readAndCheck()
        language.choose(contents.configuration)
        let diagnosis = MainActor.assumeIsolated { Diagnosis(contents) }
        try StandardOutput.write(lines: FactSheet(diagnosis).lines)
    }
}

extension FactSheet {
    /// One line per fact, with aligned values. A long label has its value on the next line.
    fileprivate var lines: [String] {
        let labels = facts.map { VisibleText($0.label).width }
        let width = labels.filter { $0 <= 20 }.max() ?? 0
        var lines: [String] = []
        for (fact, label) in zip(facts, labels) {
            if label > width { lines.append(fact.label) }
            let start = label > width ? "" : fact.label
            let gap = String(repeating: " ", count: width + 2 - (label > width ? 0 : label))
            lines.append("\(start)\(gap)\(fact.value)")
        }
        return lines
    }
}
