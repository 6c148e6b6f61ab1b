/// A count that the demo checks.
struct DemoCheck: Hashable, Sendable {
    /// The subject of the count.
    var subject: String
    /// The two values that must agree, as text.
    var detail: String
    var isRight: Bool

    /// A check that two values agree.
    static func equal<Value: Equatable>(
        _ subject: String, _ value: Value, _ expected: Value, _ detail: String
    ) -> DemoCheck {
        DemoCheck(subject: subject, detail: detail, isRight: value == expected)
    }

    /// The check as a row.
    func line(_ style: Style) -> String {
        "  \(isRight ? style.good("ok   ") : style.bad("WRONG"))  \(Table.padded(subject, 26))  \(detail)"
    }
}
