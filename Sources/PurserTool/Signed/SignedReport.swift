import PurserVerification

/// The verdicts about a file, and whether any was reached.
struct SignedReport: Sendable {
    let path: String
    /// `nil` where nothing can be verified: without the trait.
    let report: VerificationReport?

    /// Why there are no verdicts.
    static let unverified =
        "nothing was verified: this purser was built without the trait Verification "
        + "(swift run --traits Verification purser …)"

    /// The verdicts as lines for people.
    func write(_ output: Output) {
        guard let report, !output.isJSON else { return }
        output.line(output.style.heading("Checks"))
        for line in Table.lines(report.checks.map { ["  \($0.check.rawValue)", Self.words($0.outcome)] }) {
            output.line(line)
        }
    }

    /// The verdicts for programs.
    var json: [(String, JSONText)] {
        [
            ("isVerified", .bool(report?.isPassed ?? false)),
            (
                "checks",
                .array(
                    (report?.checks ?? []).map { check, outcome in
                        .object([
                            ("check", .string(check.rawValue)), ("outcome", .string(Self.name(outcome))),
                            ("reason", .string(Self.reason(outcome))),
                        ])
                    })
            ),
        ]
    }

    /// The status that the command ends with; what failed is told on standard error.
    func status(_ output: Output, command: String) -> Int32 {
        guard let report else {
            output.complain("purser \(command): \(path): \(Self.unverified)")
            return ExitStatus.failure
        }
        guard let failure = report.failure else { return ExitStatus.success }
        output.complain("purser \(command): \(path): \(failure.description)")
        return ExitStatus.failure
    }

    private static func name(_ outcome: VerificationReport.Outcome) -> String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .notMade: "notMade"
        }
    }

    private static func reason(_ outcome: VerificationReport.Outcome) -> String? {
        switch outcome {
        case .passed: nil
        case .failed(let error): error.message
        case .notMade(let reason): reason
        }
    }

    private static func words(_ outcome: VerificationReport.Outcome) -> String {
        switch outcome {
        case .passed: "passed"
        case .failed(let error): "FAILED: \(Line.single(error.message))"
        case .notMade(let reason): "not made: \(reason)"
        }
    }
}
