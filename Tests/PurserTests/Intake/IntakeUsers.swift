import Foundation

@testable import Purser

/// A suite whose intakes have two users.
protocol IntakeUsers {}

extension IntakeUsers {
    var ada: UUID { UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }
    var bob: UUID { UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)) }

    /// A payment of a user, in a launch of that user's.
    func intent(
        _ number: UInt64, _ user: UUID, _ productID: String = "coins", trusted: Timestamp? = nil
    ) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: user == ada ? 1 : 2, number: number),
            request: PaymentRequest(productID: productID, appAccountToken: user, context: ["n": "\(number)"]),
            requestTime: at(0), trustedTime: trusted)
    }

    /// A lamp of a user, whose original identifier is 7.
    func lamp(
        _ user: UUID?, id: String = "7", signed: Int64 = 0, _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        .sample(id, "lamp", .nonConsumable) {
            ($0.originalID, $0.appAccountToken, $0.signedTime) = ("7", user, at(signed))
            change(&$0)
        }
    }

    /// An intake where Ada is present.
    func desk(_ policy: AccountMovePolicy = .move, names: Bool = true) -> IntakeDesk {
        IntakeDesk(names: names, user: ada, policy: policy)
    }
}
