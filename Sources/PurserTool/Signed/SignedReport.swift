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

    /// Writes the results as lines for people.
    func write(_ output: Output) {
        guard let report, !output.isJSON else { return }
        output.line(output.style.heading("Checks"))
        for line in Table.lines(report.checks.map { ["  \($0.check.rawValue)", Self.words($0.outcome)] }) {
            output.line(line)
        }
    }

    /// The results for programs.
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

    /// The exit status of the command; failures are written to standard error.
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
