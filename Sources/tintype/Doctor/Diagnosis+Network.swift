import Libraries
import Localization
import Screens

extension Diagnosis {
    /// How the network was of use in this run, and by whom encrypted hosts are trusted.
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
