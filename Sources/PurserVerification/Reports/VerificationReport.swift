/// The verdict of each check of signed data, as a complete list.
package struct VerificationReport: Sendable {
    /// How one check went.
    package enum Outcome: Sendable, Hashable {
        /// It passed.
        case passed
        /// It failed, for this reason.
        case failed(SignedDataFailure)
        /// It was not made, for this reason: an earlier check failed, or it was not requested.
        case notMade(String)
    }

    /// Each check that fits the data, in the order in which they are made.
    package let checks: [(check: SignedDataCheck, outcome: Outcome)]

    /// Makes the verdicts, from the first check that failed.
    ///
    /// - Parameters:
    ///   - checks: the checks for the data.
    ///   - unasked: those of them that were not requested, and how to request them.
    ///   - failure: the first that failed, if one did.
    package init(_ checks: [SignedDataCheck], unasked: [SignedDataCheck: String], failure: SignedDataFailure?) {
        let failed = failure.flatMap { failure in checks.firstIndex(of: failure.check) } ?? checks.endIndex
        self.checks = checks.enumerated().map { index, check in
            if index == failed, let failure { return (check, .failed(failure)) }
            if let reason = unasked[check] { return (check, .notMade(reason)) }
            return (check, index < failed ? .passed : .notMade("a check before it failed"))
        }
    }

    /// Whether at least one check was made, and none failed.
    package var isPassed: Bool { failure == nil && checks.contains { $0.outcome == .passed } }

    /// The failure, if there is one.
    package var failure: SignedDataFailure? {
        for case (_, .failed(let error)) in checks { return error }
        return nil
    }
}
