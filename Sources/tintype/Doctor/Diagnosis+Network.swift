import Libraries
import Localization
import Screens

extension Diagnosis {
    /// Statistics of network requests in this run, and the source of trusted CA certificates.
    var networkFacts: [Fact] {
        var facts: [Fact] = []
        if let traffic, traffic.answers + traffic.stale + traffic.failures > 0 {
            facts.append(
                Fact(
                    localized("Network"),
                    localized(
                        """
                        answers: \(traffic.answers), errors among them: \(traffic.errors), \
                        shown from before: \(traffic.stale), no answer: \(traffic.failures)
                        """)))
            if let failure = traffic.lastFailure { facts.append(Fact("", Words.failure(failure))) }
        }
        facts.append(
            Fact(
                localized("Authorities"),
                TrustedAuthorities(environment: environment).path
                    ?? localized("none, so no https host is trusted: install ca-certificates")))
        return facts
    }
}
