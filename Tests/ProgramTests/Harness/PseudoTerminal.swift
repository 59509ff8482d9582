import Glibc

/// A pseudoterminal: the program runs on the slave side, and the test plays the terminal on the master side.
final class PseudoTerminal {
    /// The path of the slave side.
    let path: String

    private var master: Int32
    /// Held open so that the line settings outlive the program and can be compared.
    private var slave: Int32

    init(columns: Int, rows: Int) throws {
        var name = [CChar](repeating: 0, count: 64)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        let isOpen = ChildProcess.startLock.withLock { _ in
            openpty(&ends.master, &ends.slave, &name, nil, nil) == 0
                && fcntl(ends.master, F_SETFL, O_NONBLOCK) == 0
                && [ends.master, ends.slave].allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isOpen else { throw SystemError("openpty") }
        (master, slave) = ends
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        resize(columns: columns, rows: rows)
    }

    deinit {
        close()
    }

    /// Hangs up, like a closed terminal window.
    func close() {
        if slave >= 0 { _ = Glibc.close(slave) }
        if master >= 0 { _ = Glibc.close(master) }
        (master, slave) = (-1, -1)
    }

    /// Sets the window size, which sends SIGWINCH to the program.
    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Reads at most `limit` bytes of output; empty if none is available or the program has ended.
    func read(atMost limit: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(master, &bytes, limit)
        return count > 0 ? Array(bytes[..<count]) : []
    }

    /// Reads all available output.
    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while case let more = read(atMost: 1 << 16), !more.isEmpty { bytes += more }
        return bytes
    }

    /// Writes bytes as if typed, and returns how many the terminal accepted.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        max(0, bytes.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) })
    }

    /// The number of bytes sent to the program that it has not read.
    var unreadInput: Int {
        var count: Int32 = 0
        _ = ioctl(slave, UInt(FIONREAD), &count)
        return Int(count)
    }

    /// The line settings: echo, canonical mode, special characters.
    var settings: LineSettings {
        get throws {
            var settings = termios()
            guard tcgetattr(slave, &settings) == 0 else { throw SystemError("tcgetattr") }
            return LineSettings(settings)
        }
    }

    /// Changes settings that no program touches, so that only a proper restore brings them back.
    func makeSettingsUnusual() throws {
        try changeSettings { settings in
            settings.c_iflag |= tcflag_t(IXANY)
            settings.c_lflag &= ~tcflag_t(ECHOKE)
        }
    }

    /// Changes the line settings, as another program would.
    func changeSettings(_ change: (inout termios) -> Void) throws {
        var settings = termios()
        guard tcgetattr(slave, &settings) == 0 else { throw SystemError("tcgetattr") }
        change(&settings)
        guard tcsetattr(slave, TCSANOW, &settings) == 0 else { throw SystemError("tcsetattr") }
    }
}
