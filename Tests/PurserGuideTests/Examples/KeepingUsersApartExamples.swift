import Foundation
import Purser
import Testing

@Suite("The examples of “Keeping users apart”", .timeLimit(.minutes(30)))
struct KeepingUsersApartExamples {
    @Test("A user signs in, buys and signs out")
    func signInAndOut() async throws {
        let garden = try Garden()
        let ada = UUID()
        var configuration = garden.configuration
        configuration.account = .unnamed  // or .user(id), if the user is known already
        let store = try await PurchaseStore.open(configuration)

        try await store.switchAccount(to: .user(ada))
        try await store.purchase("com.example.garden.greenhouse")
        print("Ada has it:", store.entitlements.contains("com.example.garden.greenhouse"))
        #expect(store.entitlements.contains("com.example.garden.greenhouse"))  // not shown

        try await store.switchAccount(to: .unnamed)  // Ada signs out
        print("nobody has it:", !store.entitlements.contains("com.example.garden.greenhouse"))
        #expect(!store.entitlements.contains("com.example.garden.greenhouse"))
        try await store.close()
    }

    @Test("A user who has left is forgotten")
    func forgetting() async throws {
        let garden = try Garden()
        let (ada, ben) = (UUID(), UUID())
        var configuration = garden.configuration
        configuration.account = .user(ada)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.greenhouse")
        try await store.switchAccount(to: .user(ben))
        try await store.forget(user: ada)
        try await store.switchAccount(to: .user(ada))
        #expect(!store.entitlements.contains("com.example.garden.greenhouse"))
        try await store.close()
    }
}
