import Foundation
import Purser
import PurserSimulator

/// What the examples have at hand: the sample's App Store, stores on it, and folders of their own.
final class Garden: Sendable {
    let appStore: EmbeddedAppStore
    /// A folder that is gone with this object; nothing is in it yet.
    let folder: URL

    /// A new account at an App Store that sells the bundled sample.
    init() throws {
        let file = Page.root.appendingPathComponent("Sources/PurserTool/Resources/Sample.storekit")
        let configuration = try StoreKitConfiguration(contentsOf: file)
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: configuration))
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-pages-\(UUID())")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A configuration for a store on this App Store, with limits that the tests do not meet.
    var configuration: PurchaseStore.Configuration {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.limits = .patient
        return configuration
    }

    /// Opens a store with this configuration.
    func open() async throws -> PurchaseStore { try await PurchaseStore.open(configuration) }
}

extension CallLimits {
    /// For a machine on which a call may take minutes, because all other tests run beside it.
    static var patient: CallLimits {
        var limits = CallLimits()
        let patience = Duration.seconds(1_200)
        (limits.backend, limits.payment, limits.restore) = (patience, patience, patience)
        (limits.verifier, limits.grant, limits.revoke) = (patience, patience, patience)
        return limits
    }
}

/// The server of the app in the examples; it also stands for everything else that an app tells of its purchases.
actor Server {
    private(set) var credited: [String: String] = [:]
    private(set) var reported: [UInt64] = []
    private(set) var unlocked: [String] = []

    func credit(_ productID: String, for transactionID: String) throws { credited[transactionID] = productID }
    func debit(_ productID: String, for transactionID: String) throws { lock(productID) }
    func add(_ update: StoreUpdate) { reported.append(update.sequence) }
    func unlock(_ productID: String) { unlocked.append(productID) }
    func lock(_ productID: String) { unlocked.removeAll { $0 == productID } }
}
