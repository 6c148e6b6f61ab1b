import Foundation
import Purser
import PurserSimulator
import StoreKit
import StoreKitAdapters
import Testing
import UIKit

/// What stands for Xcode's test session here: the embedded App Store behind the fake.
private struct EmbeddedTester: DeviceTester {
    let appStore: EmbeddedAppStore

    func makeBackend() async throws -> any StoreBackend {
        StoreKit2Backend(presentation: PurchasePresentation(finding: { UIWindowScene() }))
    }

    /// It is a new account.
    func reset() async throws {}
    func buyOutside(_ productID: String) async throws { _ = try await appStore.buyElsewhere(productID) }
    func refund(_ transactionID: String) async throws { try await appStore.refund(transactionID) }
    func setAsksToBuy(_ asks: Bool) async throws { await appStore.updateSettings { $0.asksToBuy = asks } }
    func approve() async throws { try await appStore.approveAll() }
}

@Suite("The checks for a device", .timeLimit(.minutes(30)))
struct DeviceCheckTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("Every step comes out right against the fake, and prints what the page says")
    func steps() async throws {
        let checks = Self.root.appendingPathComponent("DeviceCheck")
        let appStore = try EmbeddedAppStore(
            contentsOf: checks.appendingPathComponent("Checks/DeviceCheck.storekit"))
        let fake = FakeAppStore(appStore, clock: SystemClock(), defects: .none)
        try await fake.start()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let check = DeviceCheck(
            EmbeddedTester(appStore: appStore), folder: folder, patience: .seconds(1_200))
        let isRight = try await FakeStore.$behaviour.withValue(fake) { try await check.run() }
        await fake.stop()
        let lines = await check.lines
        #expect(isRight, "\(lines.joined(separator: "\n"))")
        let page = try String(contentsOf: checks.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(page.contains("```\n\(lines.joined(separator: "\n"))\n```"))
    }
}
