/// A promise that a run with users broke.
struct OwnershipFinding: Sendable, Hashable, CustomStringConvertible {
    /// Which rule was broken; begins with the promise's number.
    enum Rule: String, Sendable, Hashable, CaseIterable {
        case heldByTwo = "U3: two users hold one transaction"
        case lost = "D1: nobody holds what was bought"
        case grantedTwice = "D1: a grant is repeated though nothing failed"
        case shownToAnother = "U2: what is shown is not the user's"
        case wrongUnits = "F10: the user's shop has another number of units than the App Store left"
        case notRevoked = "F10: the shop keeps units that the App Store revoked"
        case wrongHolder = "U3: another user than the one named or paying holds it"
        case holderChanged = "U5: a purchase changed its holder, and the policy does not say so"
        case moveLost = "U5: a move did not reach the user who was named last"
        case foreignContext = "U2: a user was given another user's context"
        case contextTwice = "M4: two transactions have one context"
        case wrongContext = "M1: a purchase returned with another payment's context"
        case wrongTerms = "M1: a transaction has the context of a payment for other things"
        case withdrawnContext = "M8: a payment that never went out gave its context away"
        case oldTransaction = "M2: an older transaction answers or joins a later payment"
        case neverAnswered = "M7: the App Store ended a payment, and its caller timed out"
        case wrongFailure = "C1: a purchase ended with an error that nothing explains"
        case entitlements = "E2: entitlements differ from what the user holds"
        case balance = "D2: the balance differs from what the user holds"
        case neverBegun = "F8: revoke is called for what was bought and revoked in its user's absence"
        case unfinished = "F5: a transaction stays unfinished"
        case manualGranted = "F3: Purser granted what the app finishes by itself"
        case deadLetter = "F6: a dead letter with which nothing is left to be done"
        case identity = "D3: one identifier stands for two purchases"
        case keys = "U6: two updates have one key"
        case notForgotten = "U2: something of a forgotten user is left"
        case order = "O4: a stream of updates has a gap or a repetition"
        case session = "U4: a session did not open"
        case objection = "F1: the App Store objects"
        case stalled = "C1: the run did not end"
    }

    let rule: Rule
    let words: String

    init(_ rule: Rule, _ words: String) { (self.rule, self.words) = (rule, words) }

    var description: String { "\(rule.rawValue): \(words)" }
}
