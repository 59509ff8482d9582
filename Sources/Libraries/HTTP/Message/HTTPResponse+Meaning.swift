import FoundationEssentials

extension HTTPResponse {
    /// The service cannot answer now and may later.
    var isBusy: Bool { [429, 502, 503, 504].contains(status) }

    /// The service failed, which says nothing of what was asked for.
    var isServerError: Bool { (500...599).contains(status) }

    /// Where the answer is now, by a redirect.
    var redirectTarget: String? { RedirectFollowing.statuses.contains(status) ? value(of: "Location") : nil }

    /// A page for people where data or a picture was asked for, such as the one where a network wants them to log in; known by
    /// how mark-up begins, for what is sent as the type of a page may still be data.
    var isWebPage: Bool {
        let ignored: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
        return status == 200 && body.first { !ignored.contains($0) } == UInt8(ascii: "<")
    }

    /// The answer is elsewhere this time (RFC 9110, section 15.4).
    var isPassingRedirect: Bool { [302, 303, 307].contains(status) }

    /// For how many seconds it asks to be left alone, at least one; nil where it does not say, or says what is neither seconds
    /// nor an HTTP date (RFC 9110, section 10.2.3), or is over.
    ///
    /// - Parameter now: when it came, for a date where the answer does not tell the time by the clock of its service.
    func secondsToWait(now: Date? = nil) -> Int? {
        guard let value = value(of: "Retry-After") else { return nil }
        let seconds = DecimalNumber.parse(value) ?? secondsUntil(date: value, now: now)
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    private func secondsUntil(date: String, now: Date?) -> Int? {
        let sent = value(of: "Date").flatMap { HTTPDate.parse($0) } ?? now
        guard let sent, let end = HTTPDate.parse(date) else { return nil }
        let seconds = end.timeIntervalSince(sent).rounded(.up)
        return Int(min(max(0, seconds), Double(DecimalNumber.greatest)))
    }
}
