import Foundation
import PurserTesting
import Testing

@testable import Purser

/// The users of a device, one after the other, and one purchase that is reported for several of them.
@Suite("Intake: one purchase that is reported for several users")
struct IntakeMoveTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let purchase: MovingPurchase
        let relaunches: Bool
        var testDescription: String { "\(purchase)\(relaunches ? ", with relaunches" : "")" }

        /// Non-consumables, and relaunches with each policy, where there is more time.
        static let all = MovingPurchase.all.flatMap { purchase in
            [false, true].map { Case(purchase: purchase, relaunches: $0) }
        }.filter { tested in
            let purchase = tested.purchase
            return Seeds.factor > 1
                || purchase.type != .nonConsumable && (purchase.policy == .move || !tested.relaunches)
        }
    }

    /// A report, and the user who is present then.
    fileprivate struct Report: CustomStringConvertible {
        let version: MovingPurchase.Version
        let present: Int
        var description: String {
            "\(version.user)\(version.isRefunded ? " refunded" : "") at \(version.time), with \(present)"
        }
    }

    fileprivate struct State {
        var desk: IntakeDesk
        var rule: MovingPurchase
        var path: [Report] = []
        /// Whether the last report was recorded.
        var changes = false
        /// How many users were named or present: they are alike, so that one comes after the other for the first time.
        var count = 0
        /// What each user has once the user is back.
        var settled = IntakeMoveTests.users.map { _ in [StoreTransaction]() }

        mutating func settle() {
            settled = IntakeMoveTests.users.map { user in
                var desk = desk
                desk.switchTo(user)
                return desk.ledger.transactions.all.map(\.transaction)
            }
        }
    }

    private struct Key: Hashable {
        private struct Row: Hashable {
            let transaction: StoreTransaction
            let progress: TransactionProgress
        }
        private let ledgers: [LedgerKey: [Row]]
        private let count: Int
        private let rule: MovingPurchase

        init(_ state: State) {
            ledgers = state.desk.ledgers.mapValues { ledger in
                ledger.transactions.all.map { Row(transaction: $0.transaction, progress: $0.progress) }
            }
            (rule, count) = (state.rule, state.count)
        }
    }

    /// Two, and three where there is more time: all that goes wrong between three has gone wrong between two so far.
    fileprivate static let users = (1...(Seeds.factor > 1 ? 3 : 2)).map { (number: UInt8) in
        UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    }

    private static let reports = MovingPurchase.versions(users: users.count, times: 3).flatMap { version in
        users.indices.map { Report(version: version, present: $0) }
    }

    @Test(
        "U5, O6: in every order and repetition of six reports, what was signed before the latest changes nothing",
        arguments: Case.all)
    private func everyOrder(_ tested: Case) {
        let start = State(
            desk: IntakeDesk(user: Self.users[0], policy: tested.purchase.policy), rule: tested.purchase)
        var faults: [String] = []
        let count = forEachOrder(of: Self.reports, from: start, depth: 6, key: Key.init) { state, report in
            guard faults.count < 5, let next = Self.next(state, report, tested) else { return nil }
            if let fault = Self.fault(of: next, after: state) { faults.append(fault) }
            return next
        }
        #expect(faults == [])
        #expect(count > 20)
    }

    private static func next(_ state: State, _ report: Report, _ tested: Case) -> State? {
        // The App Store signs one version at a time.
        if let other = state.rule.latest, other.time == report.version.time, other != report.version { return nil }
        var next = state
        for user in [report.version.user, report.present] where user >= next.count {
            guard user == next.count else { return nil }
            next.count += 1
        }
        if tested.relaunches { next.desk.relaunch() }
        next.desk.switchTo(users[report.present])
        next.desk.report(thing(tested.purchase.type, as: report.version).reported(.other(nil)))
        next.path.append(report)
        next.changes = next.rule.take(report.version)
        next.settle()
        return next
    }

    /// What is wrong after the last report; `nil` when nothing is.
    private static func fault(of next: State, after state: State) -> String? {
        guard next.changes else {
            return next.settled == state.settled ? nil : "\(next.path): it changed \(state.settled) to \(next.settled)"
        }
        for (user, transactions) in next.settled.enumerated()
        where transactions.contains(where: { !$0.isRevokedOrUpgraded }) != next.rule.isOwned(by: user) {
            return "\(next.path): user \(user) has \(transactions)"
        }
        return nil
    }

    /// A version of the purchase `L`.
    private static func thing(_ type: StoreProduct.ProductType, as version: MovingPurchase.Version) -> StoreTransaction
    {
        .sample("L", "thing", type) {
            ($0.appAccountToken, $0.signedTime) = (users[version.user], at(version.time))
            if type == .autoRenewable { $0.expirationTime = at(2_000) }
            if version.isRefunded { $0.revocationTime = at(version.time) }
        }
    }
}
