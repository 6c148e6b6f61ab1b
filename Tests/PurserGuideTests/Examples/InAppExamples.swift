import Foundation
import Purser
import PurserObservation
import PurserPersistence
import PurserSimulator
import Testing

#if canImport(SwiftUI)
    import SwiftUI

    struct GardenApp: App {
        @State private var model = StoreModel(productIDs: ["com.example.garden.greenhouse"]) {
            try await PurchaseStore.open(GardenApp.configuration)
        }

        var body: some Scene {
            WindowGroup {
                ShopView(model: model).task { await model.run() }
            }
        }
    }

    struct ShopView: View {
        @Bindable var model: StoreModel

        var body: some View {
            List(model.products) { product in
                HStack {
                    Text(product.displayName)
                    Spacer()
                    if product.isOwned {
                        Text("Yours")
                    } else if product.isPending {
                        Text("Waiting for approval")
                    } else {
                        Button(product.displayPrice ?? "…") { Task { await model.purchase(product.id) } }
                            .disabled(product.product == nil || product.isPurchasing)
                    }
                }
            }
            .toolbar { Button("Restore") { Task { await model.restore() } } }
            .alert("That did not work", isPresented: $model.isShowingFailure) {
            } message: {
                Text(text(for: model.failure))
            }
        }
    }

    extension GardenApp {
        /// An app has one on its own backend.
        static var configuration: PurchaseStore.Configuration {
            PurchaseStore.Configuration(backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: [])))
        }
    }
#endif

func text(for failure: PurchaseFailure?) -> String {
    switch failure?.code {
    case .networkError: "There is no connection. Nothing was charged."
    case .paymentNotAllowed: "Purchases are switched off on this device."
    case .outcomeUnknown: "The connection broke. If you were charged, you will get what you bought."
    default: "Please try again later."
    }
}

/// In an app it reloads the timelines of WidgetKit.
private func reloadWidgets() {}

@Suite("The examples of “In an app”", .timeLimit(.minutes(30)))
struct InAppExamples {
    @MainActor @Test("A preview shows what it was told")
    func preview() {
        let lamp = StoreProduct(
            id: "garden.lamp", type: .nonConsumable, displayName: "Lamp", price: 3, displayPrice: "$3.00")
        var preview = StorePreview(products: [lamp])
        preview.states["garden.lamp"] = .pending
        let model = StoreModel(previewing: preview)
        print(model["garden.lamp"].displayName, "is pending:", model["garden.lamp"].isPending)
        #expect(model["garden.lamp"].isPending)
    }

    @Test("The customer reads a text by the failure's code, and not its message")
    func texts() {
        #expect(text(for: PurchaseFailure(.systemError, "503")) == "Please try again later.")
        #expect(text(for: PurchaseFailure(.networkError, "-1009")).hasPrefix("There is no connection."))
    }

    @Test("A ledger in a protected folder, or in user defaults")
    func places() async throws {
        let garden = try Garden()
        let supportFolder = garden.folder
        var configuration = garden.configuration
        configuration.ledger = try .protectedFolder(supportFolder.appendingPathComponent("purser"))
        let store = try await PurchaseStore.open(configuration)
        try await store.close()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: garden.folder.path).contains("purser/ledger.lock"))
        configuration.ledger = .values(DefaultsLedgerStorage(key: "garden.purchases"))
        #expect("\(configuration.ledger)".hasPrefix("values in user defaults"))
    }

    @Test("A widget reads what the app has published, while the app has its ledger open")
    func widget() async throws {
        let garden = try Garden()
        let (group, entryDate) = (garden.folder.appendingPathComponent("group"), Date())
        var configuration = garden.configuration
        let shared = try SharedEntitlements(file: group.appendingPathComponent("owned.json"))
        configuration.publish = { entitlements in
            if try shared.publish(entitlements) { reloadWidgets() }
        }
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.greenhouse")
        while (try? shared.read().contains("com.example.garden.greenhouse")) != true { await Task.yield() }
        do {
            let owned = try shared.read()
            print("the greenhouse is open:", owned.contains("com.example.garden.greenhouse", at: entryDate))
            print("seeds:", owned.purchasedQuantity(of: "com.example.garden.seeds.10"))
            print("the next entry is due at", owned.nextChange(after: entryDate) as Any)
        } catch {
            print("nothing is shown as owned:", error.message)
        }
        try await store.close()
    }
}
