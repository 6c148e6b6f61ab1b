import Foundation
import Purser

extension EarlierLedger {
    /// Format version 2: the ledger of a user, whose device failed in the middle of a write.
    static let user = EarlierLedger(
        folder: "users/\(LedgerSamples.user.uuidString.lowercased())", version: 2, logs: [own, ownLater], snapshot: 1,
        oldestLog: 1, isClosed: false)

    private static let own: [LedgerRecord] =
        [.account(LedgerSamples.user)]
        + finished(1, "u1") { $0.appAccountToken = LedgerSamples.user } + finished(2, "u2") + finished(3, "u3")
        + finished(4, "u4") + [.intent(intent(3, account: LedgerSamples.user, context: ["a": "b"]))]
        + [.consumer("analytics", 1)]

    private static let ownLater: [LedgerRecord] = [
        update(5, of: .sample("u5", at: 5)), update(6, of: .sample("u6", "lamp", .nonConsumable, at: 6)),
        .step("u6", .finished), ended(3, .pending),
    ]

    /// Format version 2: to whom the transactions belong that name no user.
    static let claims = EarlierLedger(
        folder: "users/claims", version: 2, logs: [claimed], snapshot: 0, oldestLog: 1, isClosed: true)

    private static let claimed: [LedgerRecord] = [
        .claim("u1", LedgerSamples.user), .claim("u2", LedgerSamples.user), .claim("u3", LedgerSamples.user),
        .claim("u4", LedgerSamples.user), .claim("u5", LedgerSamples.user), .claim("u6", LedgerSamples.user),
        .claim("o1", otherUser), .claim("payments of launch \(String(launch, radix: 16))", LedgerSamples.user),
        .intent(intent(3, account: LedgerSamples.user)), ended(3, .pending),
        .intent(intent(4, account: otherUser)), .intent(intent(5, account: otherUser)), ended(5, .answered),
    ]
}
