import Glibc
import Testing

@testable import CursesTerminal

@Suite("Progress of output over the link")
struct LinkProgressTests {
    private static let millisecond: UInt64 = 1_000_000
    private static let start: UInt64 = 100_000 * millisecond

    private static func time(_ milliseconds: UInt64) -> UInt64 { start + milliseconds * millisecond }

    /// The socket of an SSH server, which passes output on after a moment and has it acknowledged later.
    private struct Kernel {
        var sent: UInt64 = 5000
        var acknowledged: UInt64 = 5000
        var isFull = false

        var queue: SSHConnection.Queue {
            SSHConnection.Queue(acknowledged: acknowledged, sent: sent, isFull: isFull)
        }
    }

    /// Output over an observed SSH connection, in a multiplexer or from a terminal without reports.
    private func observed(asking respondent: LinkProgress.Respondent = .nobody) -> LinkProgress {
        var link = LinkProgress(asking: respondent)
        link.setConnection(isRemote: true, isObserved: true, at: Self.start)
        link.didObserve(Kernel().queue, at: Self.start)
        #expect(link.witness == .connection)
        return link
    }

    private func write(_ bytes: Int, to link: inout LinkProgress, at milliseconds: UInt64) {
        link.didWrite(bytes, withQuery: false, at: Self.time(milliseconds))
        link.didFlush(bytes, blocked: 0, for: 0, at: Self.time(milliseconds))
    }

    @Test("Measurements name the evidence, and distinguish an assumed speed from a measured or fixed one")
    func measurements() {
        func line(_ link: LinkProgress) -> TerminalLine { TerminalLine(link, LinkQuality(frameTime: nil)) }
        #expect(line(LinkProgress()).witness == .reports && line(LinkProgress()).speed == nil)
        #expect(line(LinkProgress(asking: .nobody)).witness == .none)
        #expect(line(observed()).witness == .connection)
        var remote = LinkProgress(asking: .nobody)
        remote.setConnection(isRemote: true, isObserved: false, at: Self.start)
        #expect(line(remote).witness == .clock && line(remote).speed == 1_000_000 && line(remote).isSpeedAssumed)
        let fixed = line(LinkProgress(fixedRate: 1000, asking: .nobody))
        #expect(fixed.witness == .clock && fixed.speed == 8000 && fixed.isSpeedFixed && !fixed.isSpeedAssumed)
    }

    @Test("A report shows that everything before its query is on the terminal, and nothing after it")
    func reports() {
        var link = LinkProgress()
        link.didWrite(1000, withQuery: true, at: Self.start)
        link.didWrite(500, withQuery: true, at: Self.time(1))
        #expect(link.witness == .reports && link.delivered == 0)
        link.didReceiveReport(at: Self.time(80))
        #expect(link.delivered == 1000)
        link.didReceiveReport(at: Self.time(90))
        #expect(link.delivered == 1500)
    }

    @Test("Output is on the terminal once the SSH connection's other end has acknowledged it")
    func acknowledged() {
        var (link, kernel) = (observed(), Kernel())
        write(1000, to: &link, at: 10)
        kernel.sent += 1040
        link.didObserve(kernel.queue, at: Self.time(11))
        // The server may be about to write more of it.
        kernel.acknowledged = kernel.sent
        link.didObserve(kernel.queue, at: Self.time(14))
        #expect(link.delivered == 0 && link.needsObservation)
        link.didObserve(kernel.queue, at: Self.time(24))
        #expect(link.delivered == 1000 && !link.needsObservation)
    }

    @Test("Output that tmux hasn't read counts as undelivered, however much the connection has carried")
    func unreadByTmux() {
        var (link, kernel) = (observed(asking: .multiplexer), Kernel())
        #expect(link.shouldQuery(at: Self.time(10)) && link.witness == .connection)
        link.didWrite(1000, withQuery: true, at: Self.time(10))
        link.didFlush(1000, blocked: 0, for: 0, at: Self.time(10))
        kernel.sent += 3000
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [11, 100, 500] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 0 && link.possibleReports(at: Self.time(500)) == 1)
        link.didReceiveReport(at: Self.time(500))
        link.didObserve(kernel.queue, at: Self.time(502))
        #expect(link.delivered == 0 && link.witness == .connection)
        link.didObserve(kernel.queue, at: Self.time(511))
        #expect(link.delivered == 1000 && link.possibleReports(at: Self.time(511)) == 0)
    }

    @Test("tmux may confirm output before the program learns that the device has taken it")
    func readEarly() {
        var (link, kernel) = (observed(asking: .multiplexer), Kernel())
        link.didWrite(1000, withQuery: true, at: Self.time(10))
        link.didReceiveReport(at: Self.time(11))
        link.didFlush(1000, blocked: 0, for: 0, at: Self.time(12))
        kernel.sent += 3000
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [13, 24] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 1000)
    }

    /// A link to a terminal that doesn't answer.
    private func silent() -> LinkProgress {
        var link = LinkProgress()
        link.didWrite(4, withQuery: true, at: Self.start)
        link.expire(at: Self.time(300))
        #expect(link.witness == .none)
        return link
    }

    @Test("Reports that weren't asked for don't make output wait for a terminal that doesn't answer")
    func unaskedReports() {
        var links = [silent(), LinkProgress()]
        // Before the terminal has had time to answer.
        links[1].didWrite(4, withQuery: true, at: Self.time(300))
        for index in links.indices {
            for round in 0..<50 {
                let now = Self.time(301 + 100 * UInt64(round))
                for _ in 0..<7 { links[index].didReceiveReport(at: now) }
                #expect(links[index].witness == .none && links[index].canWrite(at: now))
                links[index].didWrite(100_000, withQuery: links[index].shouldQuery(at: now), at: now)
            }
        }
    }

    @Test("A terminal that has answered late is waited for, for a moment until it answers again")
    func probation() {
        var link = silent()
        link.didReceiveReport(at: Self.time(400))
        for isSecond in [false, true] {
            #expect(link.witness == .reports)
            let start: UInt64 = isSecond ? 2000 : 1000
            link.didWrite(1000, withQuery: true, at: Self.time(start))
            link.expire(at: Self.time(start + 300))
            #expect(link.witness == (isSecond ? .reports : .none))
            link.didReceiveReport(at: Self.time(start + 400))
            link.didWrite(1000, withQuery: true, at: Self.time(start + 500))
            link.didReceiveReport(at: Self.time(start + 600))
        }
    }

    @Test("A connection that compresses output rests before all of it counts as passed on, at first")
    func compression() {
        var (link, kernel) = (observed(), Kernel())
        write(10_000, to: &link, at: 10)
        kernel.sent += 4000
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [11, 40] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 0)
        link.didObserve(kernel.queue, at: Self.time(80))
        #expect(link.delivered == 10_000)
        // Now it is known how much the connection compresses.
        write(10_000, to: &link, at: 100)
        kernel.sent += 2000
        for milliseconds: UInt64 in [101, 120] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        kernel.sent += 2000
        kernel.acknowledged = kernel.sent - 2000
        link.didObserve(kernel.queue, at: Self.time(121))
        #expect(link.delivered == 10_000)
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [127, 137] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 20_000)
    }

    @Test("Later output doesn't delay the news that earlier output has arrived")
    func pipelined() {
        var (link, kernel) = (observed(), Kernel())
        write(1000, to: &link, at: 10)
        kernel.sent += 1000
        link.didObserve(kernel.queue, at: Self.time(11))
        link.didObserve(kernel.queue, at: Self.time(21))
        write(9000, to: &link, at: 22)
        kernel.sent += 9000
        link.didObserve(kernel.queue, at: Self.time(23))
        kernel.acknowledged += 1000
        link.didObserve(kernel.queue, at: Self.time(40))
        // The user's SSH client has just got it.
        #expect(link.delivered == 0)
        link.didObserve(kernel.queue, at: Self.time(50))
        #expect(link.delivered == 1000)
        kernel.acknowledged += 8999
        link.didObserve(kernel.queue, at: Self.time(100))
        #expect(link.delivered == 1000)
        kernel.acknowledged += 1
        for milliseconds: UInt64 in [101, 111] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 10_000)
    }

    @Test("While the server's socket is full, it may hold output back that the socket doesn't show")
    func full() {
        var (link, kernel) = (observed(), Kernel())
        kernel.isFull = true
        write(1000, to: &link, at: 10)
        kernel.sent += 10
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [11, 30, 100] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 0)
        kernel.isFull = false
        link.didObserve(kernel.queue, at: Self.time(110))
        #expect(link.delivered == 1000)
    }

    @Test("A connection that output doesn't move isn't the terminal's, and the clock takes over")
    func foreignConnection() {
        var (link, kernel) = (observed(), Kernel())
        write(1000, to: &link, at: 10)
        for milliseconds: UInt64 in [20, 100, 1900] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 0 && link.witness == .connection)
        link.didObserve(kernel.queue, at: Self.time(2011))
        #expect(link.witness == .clock)
        kernel.sent += 1
        link.advance(to: Self.time(2300))
        #expect(link.delivered == 1000)
    }

    @Test("The clock assumes 1 Mbit/s and a round trip of 100 ms on a remote terminal about which nothing is known")
    func clock() {
        var link = LinkProgress(asking: .nobody)
        link.setConnection(isRemote: true, isObserved: false, at: Self.start)
        #expect(link.witness == .clock)
        write(12_500, to: &link, at: 10)
        #expect(link.nextDelivery == Self.time(210))
        link.advance(to: Self.time(209))
        #expect(link.delivered == 0)
        link.advance(to: Self.time(210))
        #expect(link.delivered == 12_500 && link.nextDelivery == nil)
    }

    @Test("A local terminal without reports counts as having all output")
    func local() {
        var link = LinkProgress()
        link.didWrite(1000, withQuery: true, at: Self.start)
        link.expire(at: Self.time(300))
        #expect(link.witness == .none && link.delivered == 1000)
        write(500, to: &link, at: 310)
        #expect(link.delivered == 1500)
    }

    @Test("Without reports over SSH, the connection takes over, also for output that is under way")
    func mute() {
        var (link, kernel) = (LinkProgress(), Kernel())
        link.setConnection(isRemote: true, isObserved: true, at: Self.start)
        link.didWrite(1000, withQuery: true, at: Self.start)
        kernel.sent += 1000
        link.expire(at: Self.time(300))
        #expect(link.witness == .connection && link.delivered == 0)
        for milliseconds: UInt64 in [301, 315] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 0)
        kernel.acknowledged = kernel.sent
        for milliseconds: UInt64 in [320, 330] { link.didObserve(kernel.queue, at: Self.time(milliseconds)) }
        #expect(link.delivered == 1000)
    }

    @Test("SSH_CONNECTION names both ends", arguments: ["192.0.2.1 50000 192.0.2.2 22", "fe80::1%eth0 50000 ::1 22"])
    func addresses(variable: String) throws {
        let addresses = try #require(SSHConnection.Addresses(variable))
        #expect(addresses.clientPort == 50000 && addresses.serverPort == 22)
        #expect(variable.hasPrefix(addresses.client) && variable.hasSuffix("\(addresses.server) 22"))
    }

    @Test(
        "A variable that names no connection is ignored",
        arguments: ["", "a b c", "1 2 3 x", "1.1.1.1 99999 2.2.2.2 22"])
    func noAddresses(variable: String) {
        #expect(SSHConnection.Addresses(variable) == nil)
    }

    @Test("The kernel reports the bytes that a client hasn't acknowledged")
    func kernel() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { for descriptor in [listener, client] { close(descriptor) } }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let ports = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #expect(bind(listener, address, size) == 0 && listen(listener, 1) == 0)
                getsockname(listener, address, &size)
                let port = pointer.pointee.sin_port.bigEndian
                #expect(connect(client, address, size) == 0)
                getsockname(client, address, &size)
                return (server: port, client: pointer.pointee.sin_port.bigEndian)
            }
        }
        let server = accept(listener, nil, nil)
        let addresses = try #require(
            SSHConnection.Addresses("127.0.0.1 \(ports.client) 127.0.0.1 \(ports.server)"))
        let connection = try #require(SSHConnection(addresses))
        let before = try #require(connection.queue)
        #expect(before.sent == before.acknowledged && !before.isFull)
        // The client doesn't read.
        _ = fcntl(server, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: 0, count: 65536)
        var written = 0
        while case let count = send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL)), count > 0 { written += count }
        let after = try #require(connection.queue)
        #expect(after.sent == before.sent + UInt64(written) && after.acknowledged < after.sent && after.isFull)
        close(server)
        #expect(SSHConnection(try #require(SSHConnection.Addresses("127.0.0.1 1 127.0.0.1 2"))) == nil)
    }
}
