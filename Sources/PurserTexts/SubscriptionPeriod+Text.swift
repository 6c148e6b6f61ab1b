public import Purser

extension SubscriptionPeriod {
    /// The ways to write a period.
    public enum TextStyle: String, Sendable, Hashable, CaseIterable {
        /// The length: `3 months`.
        case length
        /// The frequency: `monthly`, `every 3 months`.
        case frequency
        /// For use with a noun: `7-day`, as in `7-day trial`.
        ///
        /// In German it is the beginning of a compound (`7-Tage-`); in French, Spanish and Arabic it follows the noun.
        case compound
    }

    /// The period as text, such as `3 months`, `monthly` or `7-day`.
    ///
    /// A frequency of seven days is a week, which some systems report as days.
    ///
    /// - Parameters:
    ///   - style: how it is written.
    ///   - texts: the language; by default that of the current locale.
    public func formatted(_ style: TextStyle = .length, in texts: StoreTexts = StoreTexts()) -> String {
        switch style {
        case .length: text("period", in: texts)
        case .compound: text("compound", in: texts)
        case .frequency: recurring.text("frequency", in: texts)
        }
    }

    func text(_ stem: String, in texts: StoreTexts) -> String { texts.text("\(stem).\(unit.name)", value) }

    /// The same period, with days as weeks if they are whole weeks.
    var recurring: SubscriptionPeriod {
        unit == .day && value % 7 == 0 ? SubscriptionPeriod(value / 7, .week) : self
    }

    func times(_ count: Int) -> SubscriptionPeriod {
        let (product, overflow) = value.multipliedReportingOverflow(by: max(1, count))
        return SubscriptionPeriod(overflow ? .max : product, unit)
    }
}

extension SubscriptionPeriod.Unit {
    /// The unit in keys of ``StoreTexts``.
    fileprivate var name: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}
