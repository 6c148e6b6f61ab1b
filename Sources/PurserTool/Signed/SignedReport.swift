import PurserVerification

/// The verification results of a file, if there are any.
struct SignedReport: Sendable {
    let path: String
    /// The report; `nil` if nothing can be verified without the trait.
    let report: VerificationReport?

    /// The reason why there are no results.
    static let unverified =
        "nothing was verified: this purser was built without the trait Verification "
        + "(swift run --traits Verification purser …)"

    func write(_ output: Output) {
        guard let report else { return }
        output.section(
            "Checks",
            report.checks.map { check, outcome in
                let (name, reason) = Self.parts(outcome)
                let words = ["failed": "FAILED", "notMade": "not made"][name] ?? name
                return [check.rawValue, reason.map { "\(words): \(Line.single($0))" } ?? words]
            })
    }

    var json: JSONText {
        [
            "isVerified": report?.isPassed ?? false,
            "checks": (report?.checks ?? []).map { check, outcome in
                let (name, reason) = Self.parts(outcome)
                return ["check": check.rawValue, "outcome": name, "reason": reason] as JSONText
            },
        ]
    }

    func check() throws(ToolError) {
        guard let report else { throw ToolError("\(path): \(Self.unverified)") }
        if let failure = report.failure { throw ToolError("\(path): \(failure.description)") }
    }

    private static func parts(_ outcome: VerificationReport.Outcome) -> (name: String, reason: String?) {
        switch outcome {
        case .passed: ("passed", nil)
        case .failed(let error): ("failed", error.message)
        case .notMade(let reason): ("notMade", reason)
        }
    }
}
