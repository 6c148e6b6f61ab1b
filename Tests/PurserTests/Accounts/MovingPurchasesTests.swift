import Foundation
import Testing

@testable import Purser

@Suite("U5: purchases that move between users", .timeLimit(.minutes(30)))
struct MovingPurchasesTests {
    private static let (ada, ben) = (UUID(), UUID())

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
