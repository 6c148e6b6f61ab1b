#if canImport(StoreKitTest)
    import Foundation
    import Purser
    import PurserStoreKit
    import StoreKitTest
    import Testing

    /// Xcode's StoreKit test session.
    @MainActor final class SessionTester: DeviceTester {
        private let session: SKTestSession

        init() throws {
            session = try SKTestSession(configurationFileNamed: "DeviceCheck")
            session.disableDialogs = true
        }

        func makeBackend() -> any StoreBackend { StoreKit2Backend() }

        func reset() {
            session.resetToDefaultState()
            session.disableDialogs = true
            session.clearTransactions()
        }

        func buyOutside(_ productID: String) throws { try session.buyProduct(productIdentifier: productID) }

        func refund(_ transactionID: String) throws {
            try session.refundTransaction(identifier: UInt(transactionID) ?? 0)
        }

        func setAsksToBuy(_ asks: Bool) { session.askToBuyEnabled = asks }

        func approve() throws {
            for transaction in session.allTransactions() where transaction.pendingAskToBuyConfirmation {
                try session.approveAskToBuyTransaction(identifier: transaction.identifier)
            }
        }
    }

    @MainActor @Suite("Purser on a device or in a simulator", .serialized)
    struct DeviceChecks {
        @Test("Every step comes out right")
        func steps() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let check = try DeviceCheck(SessionTester(), folder: folder)
            let isRight = try await check.run()
            let lines = await check.lines
            print(lines[lines.count - 1])
            #expect(isRight, "\(lines.joined(separator: "\n"))")
        }
    }
#endif
