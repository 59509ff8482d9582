import ArgumentParser

/// The program: opens a library and shows it on the terminal.
@main
struct Tintype: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tintype", abstract: "A photo album for the terminal.", version: "0.1.0")
}
