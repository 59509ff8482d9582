import ArgumentParser
import Screens
import Storage
import TerminalUI

/// Prints what the terminal can do and where things are kept; the same as the key `D` shows.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tell what the terminal can do, why pictures look as they do, and where things are kept.")

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
    /// Label and value on a line for each fact.
    fileprivate var lines: [String] {
        let labels = facts.map { VisibleText($0.label).width }
        let width = labels.filter { $0 <= 20 }.max() ?? 0
        return zip(facts, labels).map { fact, label in
            label > width
                ? "\(fact.label)\n\(String(repeating: " ", count: width + 2))\(fact.value)"
                : fact.label + String(repeating: " ", count: width + 2 - label) + fact.value
        }
    }
}
