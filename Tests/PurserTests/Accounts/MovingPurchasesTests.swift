import Foundation
import Testing

@testable import Purser

@Suite("U5: purchases that move between users", .timeLimit(.minutes(30)))
struct MovingPurchasesTests {
    private static let (ada, ben) = (UUID(), UUID())
    private let device = MovingDevice()

    private static func lamp(_ user: UUID?, signed seconds: Int64 = 0) -> StoreTransaction {
        .sample("L", "lamp", .nonConsumable) {
            $0.appAccountToken = user
            $0.signedTime = at(seconds)
        }
    }

    @Test("U5: a moved purchase is revoked for the one and granted to the other, once, whoever is there first")
    func moves() async throws {
        for first in [Self.ada, Self.ben] {
            let device = MovingDevice()
            try await device.session(Self.ada, Self.lamp(Self.ada))
            let moved = Self.lamp(Self.ben, signed: 5)
            let users = first == Self.ada ? [Self.ada, Self.ben] : [Self.ben, Self.ada]
            for user in users + users { try await device.session(user, moved) }
            #expect(try await device.kinds(Self.ada, "L") == [.purchased, .revoked])
            #expect(try await device.kinds(Self.ben, "L") == [.purchased])
            #expect(device.grants == ["L for \(Self.ada)", "L for \(Self.ben)"])
            #expect(device.revocations == ["L for \(Self.ada)"])
            // An old description, told late, moves nothing back; a newer one does.
            for user in users { try await device.session(user, Self.lamp(Self.ada)) }
            #expect(try await device.kinds(Self.ben, "L") == [.purchased])
            for user in users { try await device.session(user, Self.lamp(Self.ada, signed: 9)) }
            #expect(try await device.kinds(Self.ada, "L") == [.purchased, .revoked, .reinstated])
            #expect(try await device.kinds(Self.ben, "L") == [.purchased, .revoked])
        }
    }

    @Test("U5: what named nobody, and was claimed, moves to the user who is named later, also when the one is away")
    func claimed() async throws {
        try await device.session(Self.ada, Self.lamp(nil))
        try await device.session(Self.ben, Self.lamp(Self.ben, signed: 5))
        #expect(try await device.kinds(Self.ben, "L") == [.purchased])
        // The store does not tell Ada's session of it.
        try await device.session(Self.ada, nil)
        #expect(try await device.kinds(Self.ada, "L") == [.purchased, .revoked])
    }

    @Test("U5: consumables stay with the user who was granted them, and are counted there alone")
    func consumables() async throws {
        func seeds(_ user: UUID?, signed seconds: Int64) -> StoreTransaction {
            .sample("S", "seeds") {
                $0.appAccountToken = user
                $0.signedTime = at(seconds)
            }
        }
        for before in [nil, Self.ada] {
            let device = MovingDevice()
            try await device.session(Self.ada, seeds(before, signed: 0))
            for user in [Self.ada, Self.ben, Self.ada] { try await device.session(user, seeds(Self.ben, signed: 5)) }
            #expect(device.grants == ["S for \(Self.ada)"])
            #expect(try await device.balance(Self.ada, "seeds") == 1)
            #expect(try await device.balance(Self.ben, "seeds") == 0)
        }
    }

    @Test("U5: what another user was told first while the one who had it was away is had by one of them in the end")
    func namedWhileAway() async throws {
        for policy in AccountMovePolicy.allCases {
            let device = MovingDevice(policy: policy)
            try await device.session(Self.ada, Self.lamp(Self.ada))
            try await device.session(Self.ben, Self.lamp(Self.ben, signed: 5))
            // The store tells neither session of it again.
            for user in [Self.ada, Self.ben, Self.ada, Self.ben] { try await device.session(user, nil) }
            let kinds: [StoreUpdate.Kind] =
                switch policy {
                case .move: [.purchased, .revoked]
                case .keep: [.purchased, .changed]
                case .reject: [.purchased]
                }
            #expect(try await device.kinds(Self.ada, "L") == kinds)
            #expect(try await device.kinds(Self.ben, "L") == (policy == .move ? [.purchased] : []))
            #expect(device.revocations == (policy == .move ? ["L for \(Self.ada)"] : []))
        }
    }

    private func period(_ number: Int64, _ user: UUID?) -> StoreTransaction {
        .sample("P\(number)", "club", .autoRenewable, at: number * 10) {
            $0.originalID = "P0"
            $0.appAccountToken = user
            $0.expirationTime = at(number * 10 + 5)
        }
    }

    @Test("U3: who subscribed first on a line that another user pays for later takes nothing away from them")
    func lineOfTwo() async throws {
        try await device.session(Self.ben, nil)
        try await device.session(Self.ada, period(0, Self.ada))
        try await device.session(Self.ben, period(1, Self.ben))
        for user in [Self.ada, Self.ben] { try await device.session(user, nil) }
        #expect(try await device.kinds(Self.ada, "P0") == [.purchased])
        #expect(try await device.kinds(Self.ben, "P1") == [.purchased])
    }

    @Test("U5, D1: a refund reaches the user who keeps a purchase that names another, and so does its reversal")
    func refunds() async throws {
        func thing(_ user: UUID, signed seconds: Int64, isRefunded: Bool = false, _ type: StoreProduct.ProductType)
            -> StoreTransaction
        {
            .sample("S", "seeds", type) {
                $0.appAccountToken = user
                $0.signedTime = at(seconds)
                if isRefunded { $0.revocationTime = at(seconds) }
            }
        }
        for (policy, type) in [
            (AccountMovePolicy.move, StoreProduct.ProductType.consumable), (.keep, .consumable), (.reject, .consumable),
            (.keep, .nonConsumable), (.reject, .nonConsumable),
        ] {
            let device = MovingDevice(policy: policy)
            try await device.session(Self.ada, thing(Self.ada, signed: 0, type))
            for user in [Self.ben, Self.ada] {
                try await device.session(user, thing(Self.ben, signed: 5, isRefunded: true, type))
            }
            let place = Comment("\(policy), \(type)")
            #expect(try await device.kinds(Self.ada, "S") == [.purchased, .revoked], place)
            #expect(device.revocations == ["S for \(Self.ada)"], place)
            for user in [Self.ben, Self.ada] { try await device.session(user, thing(Self.ben, signed: 9, type)) }
            #expect(try await device.kinds(Self.ada, "S") == [.purchased, .revoked, .reinstated], place)
            #expect(device.grants.filter { $0.hasSuffix("\(Self.ada)") }.count == 2, place)
        }
    }

    @Test("U5: by the policy “keep” it stays, and is told as changed; by “refuse” it stays as it was, and that is told")
    func keepAndRefuse() async throws {
        for policy in [AccountMovePolicy.keep, .reject] {
            let device = MovingDevice(policy: policy)
            try await device.session(Self.ada, Self.lamp(Self.ada))
            for user in [Self.ada, Self.ben, Self.ada] {
                try await device.session(user, Self.lamp(Self.ben, signed: 5))
            }
            let changed: [StoreUpdate.Kind] = policy == .keep ? [.purchased, .changed] : [.purchased]
            #expect(try await device.kinds(Self.ada, "L") == changed)
            #expect(try await device.kinds(Self.ben, "L").isEmpty)
            #expect(device.grants == ["L for \(Self.ada)"])
            #expect(device.rejections == (policy == .reject ? [.namesAnotherUser] : []))
        }
    }

    @Test("U3, U5: who subscribes anew on a line that somebody else had takes nothing away from anybody")
    func resubscribed() async throws {
        try await device.session(Self.ada, period(0, nil))
        for user in [Self.ben, Self.ada] { try await device.session(user, period(1, Self.ben)) }
        #expect(try await device.kinds(Self.ada, "P0") == [.purchased])
        #expect(try await device.kinds(Self.ben, "P1") == [.purchased])
    }

    @Test("U5, L1: a crash before or after any write of a move loses nothing, and gives nothing twice")
    func crashes() async throws {
        for isStored in [false, true] {
            for order in [[Self.ada, Self.ben], [Self.ben, Self.ada]] {
                for before in [nil, Self.ada] {
                    var count = 0
                    var hasCrashed = true
                    while hasCrashed {
                        let device = MovingDevice()
                        try await device.session(Self.ada, Self.lamp(before))
                        let moved = Self.lamp(Self.ben, signed: 5)
                        device.disk.dies(after: count, isStored: isStored)
                        for user in order { try await device.session(user, moved) }
                        hasCrashed = device.disk.isDead
                        device.disk.revive()
                        for user in order + order { try await device.session(user, moved) }
                        let place = Comment("after \(count) writes, stored: \(isStored), \(order), \(before as Any)")
                        #expect(try await device.kinds(Self.ada, "L") == [.purchased, .revoked], place)
                        #expect(try await device.kinds(Self.ben, "L") == [.purchased], place)
                        // A grant whose record was lost is repeated, for the same user.
                        #expect(Set(device.grants).count == 2 && device.grants.count <= 3, place)
                        count += 1
                    }
                    #expect(count > 4)
                }
            }
        }
    }
}
