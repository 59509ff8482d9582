import Albums
import Foundation
import Testing

@testable import Screens

@Suite("Correcting the camera's clock")
struct ClockCorrectionTests {
    private func corrected(_ time: String, _ shift: String, computer: String = "Europe/Berlin") throws -> String {
        let time = try #require(TakenTime(time))
        let zone = try #require(TimeZone(identifier: computer))
        return try #require(ClockShift(shift)).applied(to: time, computerZone: zone).text
    }

    @Test(
        "A shift is a number of units or a time",
        arguments: [
            ("+1h", "2024-05-01T11:11:12+02:00"), ("-1h30m", "2024-05-01T08:41:12+02:00"),
            ("+00:03:20", "2024-05-01T10:14:32+02:00"), ("-10:12", "2024-04-30T23:59:12+02:00"),
            ("+366d", "2025-05-02T10:11:12+02:00"), ("+5s", "2024-05-01T10:11:17+02:00"),
        ])
    func shifts(shift: String, expected: String) throws {
        #expect(try corrected("2024-05-01T10:11:12+02:00", shift) == expected)
    }

    @Test("A shift keeps fractions of a second, and adds no zone")
    func fractions() throws {
        #expect(try corrected("2024-05-01T10:11:12.250", "+1s") == "2024-05-01T10:11:13.250")
    }

    @Test("In a zone, the moment stays and the local time follows, in summer and winter")
    func zones() throws {
        #expect(try corrected("2024-05-01T10:11:12+02:00", "Europe/Lisbon") == "2024-05-01T09:11:12+01:00")
        #expect(try corrected("2024-01-01T10:11:12+01:00", "Europe/Lisbon") == "2024-01-01T09:11:12+00:00")
        #expect(try corrected("2024-05-01T10:11:12", "America/New_York") == "2024-05-01T04:11:12-04:00")
        #expect(try corrected("2024-05-01T10:11:12+02:00", "UTC") == "2024-05-01T08:11:12+00:00")
    }

    @Test(
        "Other texts are no shifts", arguments: ["", "1h", "+", "+h", "+1x", "+1:2:3:4", "+99999999h", "Lisbon", "-:"])
    func mistakes(text: String) {
        #expect(ClockShift(text) == nil)
    }

    @Test("A time is read as it is written", arguments: ["2024-05-01T10:11:12", "2024-05-01T10:11:12.500-03:30"])
    func texts(text: String) throws {
        #expect(try #require(TakenTime(text)).text == text)
    }

    @Test("Other texts are rejected", arguments: ["", "2024-05-01", "2024-05-01T10:11", "2024-13-01T10:11:12+02:00x"])
    func noTimes(text: String) {
        #expect(TakenTime(text) == nil)
    }
}
