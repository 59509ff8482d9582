import Albums
import FoundationEssentials

extension Exposure {
    /// `1/500 s  f/5.6  ISO 200  24 mm`, the notation of photographers everywhere; empty if nothing is known.
    var line: String {
        [
            time.map { "\(Self.time($0)) s" }, aperture.map { "f/\(Self.number($0))" }, iso.map { "ISO \($0)" },
            focalLength.map { "\(Self.number($0)) mm" },
        ].compactMap { $0 }.joined(separator: "  ")
    }

    /// Formats times under 0.3 s as fractions, in seconds.
    private static func time(_ seconds: Double) -> String {
        seconds > 0 && seconds < 0.3 ? "1/\(Int(min(1 / seconds, 1e6).rounded()))" : number(seconds)
    }

    /// Formats up to two decimal places, without trailing zeros.
    private static func number(_ value: Double) -> String {
        let hundredths = (max(0, min(value, 1e9)) * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
    }
}
