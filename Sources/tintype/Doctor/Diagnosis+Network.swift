import HTTP
import Localization
import Screens

extension Diagnosis {
    /// Statistics of network requests in this run, and the source of trusted CA certificates.
    var networkDetails: [Detail] {
        var details: [Detail] = []
        if let traffic, traffic.responses + traffic.stale + traffic.failures > 0 {
            details.append(
                Detail(
                    localized("Network"),
                    localized(
                        """
                        responses: \(traffic.responses) (errors: \(traffic.errors)), \
                        stale responses from the cache: \(traffic.stale), failed requests: \(traffic.failures)
                        """)))
            if let failure = traffic.lastFailure { details.append(Detail("", UserFacingText.failure(failure))) }
        }
        details.append(
            Detail(
                localized("CA certificates"),
                TrustedAuthorities(environment: environment).path
                    ?? localized("none found; HTTPS won't work until you install ca-certificates")))
        return details
    }
}
