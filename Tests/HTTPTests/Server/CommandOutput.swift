import Glibc

/// Returns the standard output of a shell command.
func output(ofCommand command: String) throws -> [UInt8] {
    guard let stream = popen(command, "r") else { throw CommandFailure(command: command) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, stream)
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
    }
    guard pclose(stream) == 0 else { throw CommandFailure(command: command) }
    return bytes
}

struct CommandFailure: Error {
    let command: String
}
