#if Verification
    import Foundation
    import Purser
    import PurserSimulator
    import PurserVerification
    import Testing

    @testable import PurserSigning

    @Suite("An App Store that signs", .timeLimit(.minutes(30)))
    struct SigningStoreTests {
        @Test("V1: a store with the verifier takes what the App Store has signed, from the purchase to the refund")
        func wholeWay() async throws {
            let bench = try await SigningBench()
            let verifier = try bench.verifier()
            var configuration = PurchaseStore.Configuration(backend: bench.appStore)
            configuration.verifier = SignedTransactionVerifier(verifier)
            let store = try await PurchaseStore.open(configuration)
            let coins = try await store.purchase("coins")
            let lamp = try await store.purchase("lamp")
            for jws in [coins, lamp].map({ $0.purchase?.transaction.jwsRepresentation }) {
                _ = try await verifier.verifyTransaction(try #require(jws))
            }
            try await bench.appStore.refund(try #require(coins.purchase?.transaction).id)
            var updates = try store.updates(after: 0).makeAsyncIterator()
            var revoked = false
            while !revoked, let update = await updates.next() { revoked = update.transaction.revocationDate != nil }
            #expect(store.rejectedReports.isEmpty)
            #expect(store.entitlements["lamp"] != nil)
            let app = try await store.appTransaction()
            #expect(
                try await verifier.verifyAppTransaction(try #require(app.jwsRepresentation)).storeAppTransaction()
                    .originalPurchaseDate == app.originalPurchaseDate)
            try await store.close()
        }

        @Test("V1: where the settings let signatures fail, the verifier finds another key's")
        func forged() async throws {
            let bench = try await SigningBench { $0.failures.verification = "invalid signature" }
            let mailbox = try #require(bench.appStore.inbox.claim())
            try await bench.appStore.activate()
            try await bench.appStore.submit([payment(1, "lamp")])
            let events = try #require(await mailbox.next()).flatMap { $0 }
            let jws = events.compactMap { $0.transaction?.transaction.jwsRepresentation }.first ?? ""
            let verifier = try bench.verifier()
            let error = await #expect(throws: SignedDataFailure.self) { try await verifier.verifyTransaction(jws) }
            #expect(error?.code == .invalidSignature)
        }

        @Test("What is signed says what was told, to the field, through changes, refunds, renewals and offers")
        func fields() async throws {
            let bench = try await SigningBench { $0.environment = .sandbox }
            let appStore = bench.appStore
            let mailbox = try #require(appStore.inbox.claim())
            try await appStore.activate()
            try await appStore.submit([payment(1, "silver", user: UUID()), payment(2, "coins"), payment(3, "lamp")])
            // The average of 10, 10 and 5 has no end.
            try await appStore.submit([payment(6, "team", [.seats(3)])])
            bench.clock.move(days: 40)
            try await appStore.submit([payment(7, "team", [.seats(7)])])
            try await appStore.refundSeats(2, of: try #require(await appStore.subscription("team")).transaction.id)
            try await appStore.setRenewalSeats(3, for: "team")
            try await appStore.submit([payment(4, "gold"), payment(5, "silver", [.promotionalOffer("spring")])])
            try await appStore.shareWithFamily("gold")
            try await appStore.refund(await appStore.transactions[1].id, percentage: Decimal(string: "12.5") ?? 0)
            bench.clock.move(days: 100)
            try await appStore.redeliver()
            await appStore.deactivate()
            try await appStore.activate()
            let verifier = try bench.verifier([.sandbox])
            let events = try #require(await mailbox.next()).flatMap { $0 }
            var (transactions, infos) = (0, 0)
            for event in events {
                switch event {
                case .transaction(let reported):
                    let jws = try #require(reported.transaction.jwsRepresentation)
                    #expect(try await verifier.verifyTransaction(jws).storeTransaction() == reported.transaction)
                    transactions += 1
                case .renewalInfo(let reported):
                    let jws = try #require(reported.renewalInfo.jwsRepresentation)
                    #expect(try await verifier.verifyRenewalInfo(jws).storeRenewalInfo() == reported.renewalInfo)
                    infos += 1
                default: break
                }
            }
            #expect(transactions > 10 && infos > 5)
            let refunded = try #require(
                await appStore.transactions.first { $0.multiSeatInfo?.revokedSeatQuantity == 2 })
            #expect(refunded.seats == 2 && refunded.additionalTransactionReason == .seatAddition)
        }

        @Test("What is told of seats is genuine: more, fewer, paid back, each with the numbers of its moment")
        func seats() async throws {
            let bench = try await SigningBench()
            let appStore = bench.appStore
            await appStore.startNotifications()
            try await appStore.activate()
            try await appStore.submit([payment(1, "team", [.seats(3)])])
            try await appStore.submit([payment(2, "team", [.seats(5)])])
            let added = try #require(await appStore.subscription("team")).transaction.id
            try await appStore.refundSeats(1, of: added)
            try await appStore.setRenewalSeats(2, for: "team")
            let verifier = try bench.verifier()
            var reported: [String] = []
            for notification in try await appStore.takeSignedNotifications() {
                let signed = try JSONDecoder().decode([String: String].self, from: notification.body)["signedPayload"]
                let verified = try await verifier.verifyNotification(try #require(signed))
                let (payload, info) = (verified.payload, try verified.renewalInfo?.storeRenewalInfo())
                let transaction = try verified.transaction?.storeTransaction()
                reported.append(
                    "\(payload.type?.rawValue ?? "")/\(payload.subtype?.rawValue ?? "") \(transaction?.seats ?? 0) \(info?.renewalQuantity ?? 0)"
                )
            }
            #expect(
                reported == [
                    "SUBSCRIBED/INITIAL_BUY 3 3", "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY 2 5", "REFUND/SEATS 1 5",
                    "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY 1 2",
                ])
        }

        @Test("Each notification is genuine, with the transaction and the renewal info of its moment")
        func notifications() async throws {
            let bench = try await SigningBench()
            let appStore = bench.appStore
            await appStore.startNotifications()
            try await appStore.activate()
            try await appStore.submit([payment(1, "gold"), payment(2, "coins")])
            await appStore.requestTestNotification()
            bench.clock.move(days: 70)
            let verifier = try bench.verifier()
            var types: [String] = []
            for reported in try await appStore.takeSignedNotifications() {
                let payload = try JSONDecoder().decode([String: String].self, from: reported.body)["signedPayload"]
                let verified = try await verifier.verifyNotification(try #require(payload))
                types.append(verified.payload.type?.rawValue ?? "")
                #expect(verified.payload.notificationID == reported.notification.id.uuidString.lowercased())
                #expect(verified.transaction?.payload.transactionID == reported.notification.transaction?.id)
                #expect(verified.renewalInfo?.payload.renewalDate == reported.notification.renewalInfo?.renewalDate)
                #expect(verified.payload.data?.status == reported.notification.state)
            }
            #expect(types == ["SUBSCRIBED", "ONE_TIME_CHARGE", "TEST", "DID_RENEW", "DID_RENEW"])
        }

        @Test("V1: a verifier that takes nothing old takes a failed renewal, of a subscription signed a month ago")
        func fresh() async throws {
            let bench = try await SigningBench { $0.failsRenewals = true }
            let appStore = bench.appStore
            try await appStore.activate()
            try await appStore.submit([payment(1, "gold")])
            await appStore.startNotifications()
            bench.clock.move(days: 31)
            var accepted = try bench.verifier().configuration
            accepted.maximumAge = .seconds(60)
            accepted.clock = bench.clock
            let verifier = try SignedDataVerifier(accepted)
            let reported = try await appStore.takeSignedNotifications()
            #expect(reported.map(\.notification.type) == ["DID_FAIL_TO_RENEW"])
            for notification in reported {
                let verified = try await verifier.verifyNotification(notification.signedPayload)
                #expect(verified.transaction?.payload.signedDate == verified.payload.signedDate)
                #expect(verified.renewalInfo?.payload.signedDate == verified.payload.signedDate)
            }
        }

        @Test("What is about all subscribers, or about the app itself, is signed in the part that the store has for it")
        func otherParts() async throws {
            let bench = try await SigningBench()
            let appStore = bench.appStore
            try await appStore.activate()
            try await appStore.submit([payment(1, "gold")])
            await appStore.startNotifications()
            try await appStore.extendAll("gold", by: .seconds(86_400), in: ["USA"], requestIdentifier: "spring")
            await appStore.rescindConsent()
            let verifier = try bench.verifier()
            var verified: [VerifiedNotification] = []
            for reported in try await appStore.takeSignedNotifications() {
                verified.append(try await verifier.verifyNotification(reported.signedPayload))
            }
            #expect(verified.map(\.payload.type) == [.renewalExtended, .renewalExtension, .rescindConsent])
            #expect(verified.map(\.payload.subtype) == [nil, .summary, nil])
            let summary = try #require(verified[1].payload.summary)
            #expect(summary.requestIdentifier == "spring" && summary.storefrontCountryCodes == ["USA"])
            #expect(summary.productID == "gold" && summary.succeededCount == 1 && summary.failedCount == 0)
            #expect(verified[1].payload.data == nil && verified[1].transaction == nil)
            #expect(verified[2].appTransaction?.payload.bundleID == verified[2].payload.bundleID)
            #expect(verified.allSatisfy { $0.payload.unknownFields == nil })
        }

        @Test(
            "Where nobody signs, signed notifications are refused, whether or not something was noted, and none is lost"
        )
        func unsigned() async throws {
            let silent = EmbeddedAppStore(catalog: SimulatorCatalog(products: []))
            await #expect(throws: BackendFailure.self) { try await silent.takeSignedNotifications() }
            await silent.startNotifications()
            await #expect(throws: BackendFailure.self) { try await silent.takeSignedNotifications() }
            await silent.requestTestNotification()
            await #expect(throws: BackendFailure.self) { try await silent.takeSignedNotifications() }
            #expect(await silent.takeNotifications().map(\.type) == ["TEST"])
        }

        @Test("Beside a server a test gets every notification as well, and learns what it has to call first")
        func besideServer() async throws {
            let bench = try await SigningBench()
            let server = try await EmbeddedAppStoreServer(store: bench.appStore, authority: bench.authority)
            let error = await #expect(throws: BackendFailure.self) {
                try await bench.appStore.takeSignedNotifications()
            }
            #expect(error?.message.contains("startNotifications()") == true)
            await bench.appStore.startNotifications()
            try await bench.appStore.buyElsewhere("coins")
            #expect(await server.deliverNotifications { _ in 200 }.acceptedCount == 1)
            #expect(try await bench.appStore.takeSignedNotifications().map(\.notification.type) == ["ONE_TIME_CHARGE"])
        }

        @Test("A receipt is genuine, for its device, and has the account's history")
        func receipts() async throws {
            let bench = try await SigningBench()
            let appStore = bench.appStore
            // Somebody has to have heard of what is finished.
            let mailbox = try #require(appStore.inbox.claim())
            try await appStore.activate()
            try await appStore.submit([payment(1, "silver"), payment(2, "lamp"), payment(3, "coins")])
            _ = await mailbox.next()
            bench.clock.move(days: 40)
            let coins = try #require(await appStore.transactions.first { $0.productID == "coins" })
            _ = await appStore.finish([coins.id])
            try await appStore.refund(try #require(await appStore.transactions.first { $0.productID == "lamp" }).id)
            let data = try await appStore.refreshReceipt().data
            let verifier = try bench.verifier()
            let device = withUnsafeBytes(of: SigningBench.device.uuid) { Data($0) }
            let verified = try await verifier.verifyReceipt(data, appVersion: "12", deviceID: device)
            #expect(verified.isForDevice)
            let rows = verified.receipt.purchases
            #expect(rows.map(\.productID) == ["silver", "lamp", "silver", "silver"])
            #expect(rows.map(\.isTrialPeriod) == [true, false, false, false])
            #expect(rows[1].cancellationDate != nil && rows[1].productType == .nonConsumable)
            #expect(rows[2].expirationDate == rows[3].purchaseDate)
            #expect(verified.receipt.creationDate == bench.clock.currentDate())
            let other = await #expect(throws: SignedDataFailure.self) {
                try await verifier.verifyReceipt(data, deviceID: Data(count: 16))
            }
            #expect(other?.code == .wrongDevice)
            var changed = data
            changed[changed.count / 2] ^= 1
            await #expect(throws: SignedDataFailure.self) { try await verifier.verifyReceipt(changed) }
        }

        @Test("Another authority's root vouches for nothing")
        func strangers() async throws {
            let bench = try await SigningBench()
            let jws = try bench.authority.sign(
                StoreTransaction(.init(id: "1", productID: "x", productType: .consumable, purchaseDate: Date())))
            let other = try SigningAuthority()
            let verifier = try SignedDataVerifier(other.accepted(bundleID: "com.example.garden"))
            let error = await #expect(throws: SignedDataFailure.self) { try await verifier.verifyTransaction(jws) }
            #expect(error?.code == .untrustedChain)
        }
    }

    func payment(
        _ number: UInt64, _ productID: String, quantity: Int = 1, user: UUID? = nil,
        _ options: Set<PurchaseOption> = []
    ) -> BackendPayment {
        BackendPayment(
            token: PaymentToken(launch: 7, number: number), productID: productID, quantity: quantity,
            appAccountToken: user, options: options)
    }
#endif
