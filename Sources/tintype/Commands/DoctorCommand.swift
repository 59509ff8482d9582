import ArgumentParser
import Screens

/// Prints what the terminal can do and where things are kept; the same as the key `D` shows.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tell what the terminal can do, why pictures look as they do, and where things are kept.")

    func run() {
        let diagnosis = MainActor.assumeIsolated { Diagnosis() }
        for line in FactSheet(diagnosis).lines { print(line) }
    }
}

extension FactSheet {
    /// Label and value on a line for each fact.
    fileprivate var lines: [String] {
        let width = facts.map(\.label.count).filter { $0 <= 16 }.max() ?? 0
        return facts.map { fact in
            fact.label.count > width
                ? "\(fact.label)\n\(String(repeating: " ", count: width + 2))\(fact.value)"
                : fact.label + String(repeating: " ", count: width + 2 - fact.label.count) + fact.value
        }
    }
}
