import ArgumentParser
import FoundationEssentials

/// Prints the manual page, generated from the same definitions as `--help`.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the manual page, for installation as tintype.1.")

    func run() throws {
        // The underscore marks an unstable interface; ManualTests fails if its output changes.
        let description = try JSONDecoder().decode(
            CommandDescription.Root.self, from: Data(Tintype._dumpHelp().utf8))
        let page = ManualPage(program: description.command, version: Tintype.version, sections: ManualSection.all)
        try StandardOutput.write(Array(page.text.utf8))
    }
}
