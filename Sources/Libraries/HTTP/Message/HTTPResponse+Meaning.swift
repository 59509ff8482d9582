extension HTTPResponse {
    /// The service cannot answer now and may later.
    var isBusy: Bool { [429, 502, 503, 504].contains(status) }

    /// The same answer, said to come from `origin`.
    func from(_ origin: Origin) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: body, origin: origin)
    }
}
