import Foundation
import Testing

@testable import HTTP

@Suite("Unreachable hosts")
struct UnreachableHostsTests {
    private let host: HTTPOrigin
    private let now = Date(timeIntervalSince1970: 0)
    private let marks = OfflineMarks()
    private let hosts: UnreachableHosts

    init() throws {
        host = try HTTPRequest(url: "https://photos.example").origin
        hosts = UnreachableHosts { [marks] in marks.append($0) }
    }

    @Test("A request that timed out as the host responded reports neither a stale response nor an unreachable host")
    func lateResponse() {
        let count = hosts.responseCount(of: host)
        hosts.reportResponse(from: host)
        hosts.insert(host, at: now, ifNoResponseSince: count)
        hosts.reportStaleResponse(of: host, ifNoResponseSince: count)
        #expect(!hosts.contains(host))
        #expect(marks.all == [false])
    }

    @Test("A timed-out request reports a stale response and an unreachable host")
    func silence() {
        hosts.reportResponse(from: host)
        let count = hosts.responseCount(of: host)
        hosts.insert(host, at: now, ifNoResponseSince: count)
        hosts.reportStaleResponse(of: host, ifNoResponseSince: count)
        #expect(hosts.contains(host))
        #expect(marks.all == [false, true])
    }

    @Test("A response makes an unreachable host reachable")
    func response() {
        hosts.insert(host, at: now, ifNoResponseSince: 0)
        hosts.reportResponse(from: host)
        #expect(!hosts.contains(host))
    }

    @Test("Responses of another host do not end being offline")
    func otherHost() throws {
        hosts.reportStaleResponse(of: host)
        hosts.reportResponse(from: try HTTPRequest(url: "https://pictures.example").origin)
        #expect(marks.all == [true, true])
        hosts.reportResponse(from: host)
        #expect(marks.all == [true, true, false])
    }

    @Test("An unreachable host is probed every five seconds")
    func probes() {
        hosts.insert(host, at: now, ifNoResponseSince: 0)
        #expect(!hosts.shouldProbe(host, at: now + 4))
        #expect(hosts.shouldProbe(host, at: now + 5))
        #expect(!hosts.shouldProbe(host, at: now + 9))
        hosts.remove(host)
        #expect(hosts.shouldProbe(host, at: now + 9))
    }
}
