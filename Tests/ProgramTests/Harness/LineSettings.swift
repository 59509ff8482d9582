import Glibc

/// The termios settings of a terminal, in comparable form.
struct LineSettings: Equatable {
    let input: UInt32
    let output: UInt32
    let control: UInt32
    let local: UInt32
    let characters: [UInt8]

    init(_ settings: termios) {
        input = settings.c_iflag
        output = settings.c_oflag
        control = settings.c_cflag
        local = settings.c_lflag
        characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }
}
