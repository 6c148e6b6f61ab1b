#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator
    import PurserVerification

    /// Answers the calls about subscriptions.
    struct SubscriptionDesk: Sendable {
        let directory: ServerDirectory
        let authority: SigningAuthority

        /// The states of a customer's subscriptions.
        func statuses(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let wanted = call.values("status").map { Int($0) ?? 0 }
            guard wanted.allSatisfy((1...5).contains) else { throw ServerRejection(.invalidStatus) }
            let owner = try await directory.owner(of: call.values[0], .any, inSandbox: call.isSandbox)
            let (subscriptions, settings) = try await owner.perform { store, knowledge in
                (store.subscriptions, store.settings)
            }
            var members = SignedMembers()
            members.text("environment", settings.environment.rawValue)
            members.text("bundleId", settings.app.bundleID)
            members.number("appAppleId", call.isSandbox ? nil : settings.app.appID)
            let meant = subscriptions.filter { wanted.isEmpty || wanted.contains($0.state.rawValue) }
            var groups: [SignedMembers] = []
            for id in Set(meant.map(\.groupID)).sorted() {
                var latest: [SignedMembers] = []
                for subscription in meant where subscription.groupID == id { latest.append(try last(subscription)) }
                var group = SignedMembers()
                group.text("subscriptionGroupIdentifier", id)
                group.list("lastTransactions", latest)
                groups.append(group)
            }
            members.list("data", groups)
            return ServerReply(members)
        }

        private func last(_ subscription: SimulatedSubscription) throws(ServerRejection) -> SignedMembers {
            var members = SignedMembers()
            members.number("status", subscription.state.rawValue)
            members.text("originalTransactionId", subscription.id)
            members.text("signedTransactionInfo", try authority.signed(subscription.transaction))
            members.text("signedRenewalInfo", try rejecting { try authority.sign(subscription.renewalInfo) })
            return members
        }

        /// Extends one subscription, by Apple's rules.
        ///
        /// - Parameter mayBegin: whether the subscription was not extended too often.
        func extend(_ call: ServerCall, mayBegin: Bool) async throws(ServerRejection) -> ServerReply {
            let wish = try ExtensionWish(call.members())
            let id = call.values[0]
            let owner = try await directory.owner(
                of: id, .any, inSandbox: call.isSandbox, unknown: .originalTransactionIdNotFound)
            let subscription = try await owner.perform { store, _ throws(ServerRejection) in
                guard let former = store.subscriptions.first(where: { $0.id == id }) else {
                    throw ServerRejection(.originalTransactionIdNotFound)
                }
                if let code = ExtensionRecords.rejection(of: former, mayBegin: mayBegin) {
                    throw ServerRejection(code)
                }
                return try rejecting {
                    try store.extend(former.transaction.id, by: wish.length)
                    return store.subscription(former.transaction.id)
                }
            }
            var members = SignedMembers()
            members.text("originalTransactionId", id)
            members.text("webOrderLineItemId", subscription?.transaction.webOrderLineItemID)
            members.flag("success", true)
            members.time("effectiveDate", subscription?.periodEnd)
            return ServerReply(members)
        }

        /// Extends the subscriptions of all customers to a product.
        ///
        /// - Returns: the summary for all of them.
        func extendAll(_ call: ServerCall) async throws(ServerRejection) -> ServerNotification.Summary {
            let members = try call.members()
            let wish = try ExtensionWish(members)
            guard UUID(uuidString: wish.request) != nil else { throw ServerRejection(.invalidRequestIdentifier) }
            guard let product = members["productId"]?.asText, !product.isEmpty else {
                throw ServerRejection(.invalidProductId)
            }
            let storefronts = members["storefrontCountryCodes"]?.asTexts
            if storefronts?.isEmpty == true { throw ServerRejection(.invalidEmptyStorefrontCountryCodeList) }
            let places = storefronts ?? []
            guard places.allSatisfy({ $0.count == 3 && $0 == $0.uppercased() }) else {
                throw ServerRejection(.invalidStorefrontCountryCode)
            }
            var parts: [ServerNotification.Summary] = []
            for customer in await directory.customers(inSandbox: call.isSandbox) {
                parts.append(
                    try await customer.perform { store, _ throws(ServerRejection) in
                        do {
                            return try store.extendAll(
                                product, by: wish.length, in: places, requestIdentifier: wish.request)
                        } catch {
                            throw ServerRejection(.invalidProductId)
                        }
                    })
            }
            return ServerNotification.Summary(
                requestIdentifier: wish.request, productID: product, storefrontCountryCodes: places, parts: parts)
        }

        /// The progress of an extension for all subscribers.
        static func status(_ call: ServerCall, _ records: ExtensionRecords) throws(ServerRejection) -> ServerReply {
            guard UUID(uuidString: call.values[1]) != nil else { throw ServerRejection(.invalidRequestIdentifier) }
            guard let run = records.run(call.values[1], of: call.values[0]) else {
                throw ServerRejection(.statusRequestNotFound)
            }
            var members = SignedMembers()
            members.text("requestIdentifier", run.summary.requestIdentifier)
            members.flag("complete", true)
            members.time("completeDate", run.time)
            members.number("succeededCount", run.summary.succeededCount)
            members.number("failedCount", run.summary.failedCount)
            return ServerReply(members)
        }
    }
#endif
