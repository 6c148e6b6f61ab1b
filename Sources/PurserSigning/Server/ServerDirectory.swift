#if Verification
    import Purser
    import PurserServerAPI
    import PurserSimulator

    /// Finds the customer of a call.
    ///
    /// Accounts of the environment `Production` belong to production, all others to the sandbox. A transaction never
    /// changes its customer, so each one is looked up once.
    actor ServerDirectory {
        private(set) var customers: [ServerCustomer] = []
        private var owners: [String: ServerCustomer] = [:]
        /// The first identifiers of the customers.
        private var bases: [Int] = []
        /// The number of transactions for which identifiers are reserved for each customer.
        private static let room = 1_000_000

        /// The kinds of identifiers in a path.
        enum Name: Sendable, Hashable {
            /// A transaction.
            case transaction
            /// A transaction, an original transaction or an app transaction.
            case any
        }

        /// Adds a customer.
        ///
        /// - Throws: `BackendFailure` with `.invalidRequest` if another customer has or will have the same identifiers.
        func add(_ appStore: EmbeddedAppStore) async throws(BackendFailure) -> ServerCustomer {
            let base = await appStore.inside { ServerAccess.identifierBase(of: $0) }
            guard bases.allSatisfy({ abs($0 - base) >= Self.room }) else {
                throw BackendFailure(
                    .invalidRequest,
                    "Another customer's transactions have or will have the same identifiers. Set a firstTransactionID "
                        + "for each App Store, with a distance of at least \(Self.room)."
                )
            }
            bases.append(base)
            // Reserve the number before the wait for the App Store: another customer may be added meanwhile.
            let customer = await ServerCustomer.open(appStore, number: bases.count)
            customers.append(customer)
            return customer
        }

        /// The customers of an environment.
        func customers(inSandbox isSandbox: Bool) async -> [ServerCustomer] {
            var known: [ServerCustomer] = []
            for customer in customers where await customer.isIn(sandbox: isSandbox) { known.append(customer) }
            return known
        }

        /// The customer of a transaction.
        ///
        /// - Parameters:
        ///   - id: the identifier.
        ///   - name: the kind of the identifier.
        ///   - unknown: the code if no customer has it.
        func owner(
            of id: String, _ name: Name, inSandbox isSandbox: Bool,
            unknown: ServerAPIFailure.ServerCode = .transactionIdNotFound
        ) async throws(ServerRejection) -> ServerCustomer {
            guard !id.isEmpty, id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw ServerRejection(
                    unknown == .originalTransactionIdNotFound ? .invalidOriginalTransactionId : .invalidTransactionId)
            }
            if let owner = owners[id], await owner.isIn(sandbox: isSandbox) { return owner }
            for customer in customers {
                guard await customer.isIn(sandbox: isSandbox), await customer.has(id, name) else { continue }
                owners[id] = customer
                return customer
            }
            throw ServerRejection(unknown)
        }
    }

    extension ServerCustomer {
        /// Whether the customer belongs to an environment.
        fileprivate func isIn(sandbox isSandbox: Bool) async -> Bool {
            (await appStore.settings.environment != .production) == isSandbox
        }

        fileprivate func has(_ id: String, _ name: ServerDirectory.Name) async -> Bool {
            let has = try? await perform { store, knowledge in
                if knowledge.access.transaction(id, of: store) != nil { return true }
                guard name == .any else { return false }
                // StoreKit testing in Xcode uses the identifier 0 for every app transaction.
                if id != "0", store.settings.app.transactionID == id { return true }
                return store.subscriptions.contains { $0.id == id }
            }
            return has ?? false
        }
    }
#endif
