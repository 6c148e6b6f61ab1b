#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator
    import PurserVerification

    /// Answers the calls about one customer's transactions.
    struct TransactionDesk: Sendable {
        let directory: ServerDirectory
        let authority: SigningAuthority

        /// The size of a page.
        static let pageSize = 20

        /// The transaction of a call.
        private func found(_ call: ServerCall) async throws(ServerRejection) -> StoreTransaction {
            let id = call.values[0]
            return try await directory.owner(of: id, .transaction, inSandbox: call.isSandbox)
                .perform { store, knowledge throws(ServerRejection) in
                    guard let transaction = knowledge.access.transaction(id, of: store) else {
                        throw ServerRejection(.transactionIdNotFound)
                    }
                    return transaction
                }
        }

        /// One transaction.
        func info(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            var members = SignedMembers()
            members.text("signedTransactionInfo", try authority.signed(await found(call)))
            return ServerReply(members)
        }

        /// The customer's app transaction.
        func appTransaction(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let owner = try await directory.owner(of: call.values[0], .any, inSandbox: call.isSandbox)
            let app = try await owner.perform { store, knowledge in knowledge.access.appTransaction(of: store) }
            var members = SignedMembers()
            members.text("signedAppTransactionInfo", try rejecting { try authority.sign(app) })
            return ServerReply(members)
        }

        /// Returns a page of the history.
        func history(_ call: ServerCall, misreading fault: PageFault?) async throws(ServerRejection) -> ServerReply {
            let filter = try HistoryFilter(call)
            var page = try await page(call, filter.isDescending, fault) { store, access, place in
                guard let transaction = access.transaction(at: place, of: store), filter.takes(transaction),
                    !filter.leavesFinishedConsumablesOut || transaction.productType != .consumable
                        || !access.isFinished(place, of: store)
                else { return nil }
                return transaction
            }
            page.members.text("bundleId", page.app.bundleID)
            page.members.number("appAppleId", call.isSandbox ? nil : page.app.appID)
            page.members.text("environment", page.environment.rawValue)
            return ServerReply(page.members)
        }

        /// Returns a page of the refunds, without the revocations of family sharing and of seats.
        func refunds(_ call: ServerCall, misreading fault: PageFault?) async throws(ServerRejection) -> ServerReply {
            let page = try await page(call, false, fault) { store, access, place in
                guard let transaction = access.transaction(at: place, of: store), transaction.revocationTime != nil,
                    transaction.revocationType != .familyRevocation,
                    transaction.revocationType != .assignmentRevocation
                else { return nil }
                return transaction
            }
            return ServerReply(page.members)
        }

        /// A page of one of the two histories.
        private struct Page: Sendable {
            var members = SignedMembers()
            var transactions: [StoreTransaction] = []
            var app: SimulatedApp
            var environment: StoreEnvironment
        }

        private func page(
            _ call: ServerCall, _ isDescending: Bool, _ fault: PageFault?,
            _ item: @escaping @Sendable (isolated EmbeddedAppStore, ServerAccess, Int) -> StoreTransaction?
        ) async throws(ServerRejection) -> Page {
            let owner = try await directory.owner(of: call.values[0], .any, inSandbox: call.isSandbox)
            let request = call.query.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }.joined(
                separator: "&")
            let digest = KeyedHash.zero.fingerprint(of: "\(call.call.name) \(call.isOldForm) \(request)").low
            var page = try await owner.perform { store, knowledge throws(ServerRejection) in
                let place = HistoryPosition.Owner(
                    customer: owner.number, generation: knowledge.log.generation, request: digest)
                var position = HistoryPosition()
                if let revision = call.value("revision") {
                    guard let named = HistoryPosition(revision, of: place, last: knowledge.log.last) else {
                        throw ServerRejection(.invalidRequestRevision)
                    }
                    position = named
                }
                if case .repeated(let count) = fault { position.goBack(by: count) }
                let (transactions, hasMore) = position.read(
                    knowledge.log, limit: Self.pageSize, isDescending: isDescending
                ) { item(store, knowledge.access, $0) }
                let settings = store.settings
                var page = Page(transactions: transactions, app: settings.app, environment: settings.environment)
                page.members.text("revision", position.revision(of: place))
                page.members.flag("hasMore", hasMore)
                return page
            }
            if case .shuffled(var random) = fault { page.transactions.shuffle(using: &random) }
            var signed: [String] = []
            for transaction in page.transactions { signed.append(try authority.signed(transaction)) }
            page.members.list("signedTransactions", signed)
            return page
        }

        /// The transactions of an order: one for a known order number, otherwise none.
        func order(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            var members = SignedMembers()
            let transaction = try await ordered(call)
            members.number("status", transaction == nil ? 1 : 0)
            var signed: [String] = []
            if let transaction { signed.append(try authority.signed(transaction)) }
            members.list("signedTransactions", signed)
            return ServerReply(members)
        }

        private func ordered(_ call: ServerCall) async throws(ServerRejection) -> StoreTransaction? {
            guard let id = ServerOrder.transactionID(of: call.values[0]),
                let owner = try? await directory.owner(of: id, .transaction, inSandbox: call.isSandbox)
            else { return nil }
            let transaction = try await owner.perform { store, knowledge in
                knowledge.access.transaction(id, of: store)
            }
            return transaction?.ownershipType == .purchased ? transaction : nil
        }

        /// Finishes a transaction, which is then no longer reported as unfinished.
        func finish(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let id = call.values[0]
            try await directory.owner(of: id, .transaction, inSandbox: call.isSandbox)
                .perform { store, knowledge throws(ServerRejection) in
                    try rejecting { try knowledge.access.finish(id, of: store) }
                }
            return ServerReply()
        }

        /// Sets the app account token of a purchase.
        func name(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let id = call.values[0]
            guard let user = try call.members()["appAccountToken"]?.asUUID else {
                throw ServerRejection(.invalidAppAccountTokenUUID)
            }
            try await directory.owner(of: id, .any, inSandbox: call.isSandbox)
                .perform { store, knowledge throws(ServerRejection) in
                    let subscription = store.subscriptions.first { $0.id == id }
                    guard let transaction = subscription?.transaction ?? knowledge.access.transaction(id, of: store)
                    else {
                        throw ServerRejection(.transactionIdNotFound)
                    }
                    guard transaction.originalID == id else {
                        throw ServerRejection(.transactionIdNotOriginalTransactionId)
                    }
                    guard transaction.ownershipType != .familyShared else {
                        throw ServerRejection(.familyTransactionNotSupported)
                    }
                    try rejecting { try store.setAppAccountToken(user, of: transaction.id) }
                }
            return ServerReply()
        }
    }

    /// The order numbers of purchases and renewals.
    ///
    /// Embedded App Stores have no order numbers, so each one is made of the transaction's identifier.
    enum ServerOrder {
        private static let mark = "PURSER"

        static func id(ofTransaction id: String) -> String { mark + id }

        static func transactionID(of order: String) -> String? {
            order.hasPrefix(mark) ? String(order.dropFirst(mark.count)) : nil
        }
    }

    /// The fault of a page of a history.
    enum PageFault: Sendable {
        /// The page begins this many states too early.
        case repeated(Int)
        /// Its entries are in another order.
        case shuffled(SplitMix64)
    }

    extension HistoryPosition {
        /// Moves back, so that some entries are read again.
        mutating func goBack(by count: Int) { if round == nil { floor = max(0, floor - count) } }
    }

    extension SigningAuthority {
        /// A transaction as compact JWS.
        func signed(_ transaction: StoreTransaction) throws(ServerRejection) -> String {
            try rejecting { try sign(transaction) }
        }
    }

    /// Runs a closure, and converts an App Store's error into a code of the server.
    func rejecting<Result>(_ body: () throws -> Result) throws(ServerRejection) -> Result {
        do {
            return try body()
        } catch {
            let isUnknown = (error as? BackendFailure)?.code == .unknownTransaction
            throw ServerRejection(isUnknown ? .transactionIdNotFound : .generalInternal)
        }
    }
#endif
