import Localization

/// Texts for measurements of photos' pixels.
extension UserFacingText {
    /// Returns a caption such as `sharpness 62`.
    static func sharpness(_ sharpness: ComparedSharpness) -> String {
        switch sharpness {
        case .measured(let value): localized("sharpness \(ungrouped: hundredths(value))")
        case .unknown: localized("sharpness unknown")
        }
    }

    /// Returns a sharpness on its scale, such as `62 of 100`.
    static func sharpnessInFull(_ value: Double) -> String {
        localized("\(ungrouped: hundredths(value)) of \(ungrouped: 100)")
    }

    /// Returns a caption such as `differs in 3%`, or `no differences`.
    /// - Parameter title: the title of the other photo; nil if it goes without saying.
    static func difference(_ share: Double, from title: String?) -> String {
        guard let title else {
            return share > 0 ? localized("differs in \(percentage(share))") : localized("no differences")
        }
        return share > 0
            ? localized("differs from \(title) in \(percentage(share))") : localized("no differences from \(title)")
    }

    /// Returns a percentage such as `3%`; `<1%` for a smaller share that isn't zero.
    static func percentage(_ share: Double) -> String {
        share > 0 && share < 0.01 ? "<1%" : "\(hundredths(share))%"
    }

    private static func hundredths(_ value: Double) -> Int { Int((min(1, max(0, value)) * 100).rounded()) }
}
