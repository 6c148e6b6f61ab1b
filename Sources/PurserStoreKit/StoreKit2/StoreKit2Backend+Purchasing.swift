#if canImport(StoreKit)
    public import Purser
    import StoreKit

    // Products, payments, and finishing: in the state that is recorded, and with a limit.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// Fetches products; StoreKit omits unknown ones without an error.
        ///
        /// - Throws: `BackendFailure`.
        public func products(for ids: [String]) async throws -> BackendProducts {
            guard !ids.isEmpty else { return BackendProducts(products: []) }
            let found = try await fetched(ids)
            let known = Set(found.map(\.id))
            var seen = known
            return BackendProducts(
                products: found.map { StoreProduct($0) }, invalidIDs: ids.filter { seen.insert($0).inserted })
        }

        private func fetched(_ ids: [String]) async throws(BackendFailure) -> [Product] {
            do {
                var seen: Set<String> = []
                let found = try await Product.products(for: ids).filter { seen.insert($0.id).inserted }
                for product in found { products[product.id] = product }
                return found
            } catch {
                throw BackendFailure(storeKit: error, doing: "describing products")
            }
        }

        /// Submits payments to StoreKit, one after another; the result of each is put into the inbox, also after the end of `run()`.
        ///
        /// - Throws: `BackendFailure` when the backend is not active.
        public func submit(_ payments: [BackendPayment]) async throws {
            guard state.isActive else {
                throw BackendFailure(
                    .clientInvalid, "StoreKit2Backend is not active yet. Call activate() first.", retry: .retryable())
            }
            var new: [BackendPayment] = []
            for payment in payments {
                if let again = state.submitted(payment) { report(again) } else { new.append(payment) }
            }
            guard !new.isEmpty else { return }
            // Outside the task tree: the customer may take minutes, and the payment outlives its store.
            _ = RootTask.start { [self, new] in
                for payment in new { await pay(payment) }
                await reportStatuses()
            }
        }

        private func pay(_ payment: BackendPayment) async {
            do {
                let product = try await product(payment.productID)
                let options = try product.options(of: payment)
                switch try await sheets.purchase(product, options, in: payment.presentation) {
                case .success(let result):
                    for batch in state.paid(payment, with: keep(result), now: clock.now()) { report(batch) }
                case .pending: end(payment, .pending)
                case .userCancelled: end(payment, .cancelled)
                @unknown default:
                    end(
                        payment, .failed(BackendFailure(.unknown, "StoreKit ended a purchase in a way not known here."))
                    )
                }
            } catch {
                let reported = BackendFailure(storeKit: error, doing: "buying \(payment.productID)")
                end(payment, reported.code == .paymentCancelled ? .cancelled : .failed(reported))
            }
        }

        private func end(_ payment: BackendPayment, _ result: PaymentEnding.Result) {
            let ending = PaymentEnding(
                token: payment.token, productID: payment.productID, result: result, quantity: payment.quantity,
                appAccountToken: payment.appAccountToken)
            for batch in state.ended(ending) { report(batch) }
        }

        private func product(_ id: String) async throws(BackendFailure) -> Product {
            if let product = products[id] { return product }
            guard let product = try await fetched([id]).first(where: { $0.id == id }) else {
                throw BackendFailure(
                    .storeProductNotAvailable,
                    "\(id) is not sold here. Check its status in App Store Connect, and the agreements.")
            }
            return product
        }

        // MARK: Finishing

        /// Finishes transactions in their recorded states; a transaction with a newer report from StoreKit stays
        /// unfinished.
        ///
        /// - Returns: an error for each transaction whose finish timed out; StoreKit may still finish it.
        public func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
            if requests.contains(where: { handles[$0.transactionID] == nil }) {
                // Of an earlier launch; a transaction that is not listed either was finished before.
                for reported in await unfinished() { state.wasListed(reported) }
            }
            var endings: [(id: String, finished: EventCount)] = []
            for request in requests where state.mayFinish(request) {
                if let finished = finishing(request) { endings.append((request.transactionID, finished)) }
            }
            let end = clock.now() + finishLimit
            var errors: [String: BackendFailure] = [:]
            for (id, finished) in endings where await !isOver(finished, by: end) {
                errors[id] = overdue(id)
                // The next request calls StoreKit again: this call's answer may be lost.
                if finishing[id] === finished { finishing[id] = nil }
            }
            return errors
        }

        /// The running finish of a transaction; `nil` when there is nothing to finish.
        private func finishing(_ request: FinishRequest) -> EventCount? {
            let id = request.transactionID
            if let finished = finishing[id] { return finished }
            guard let transaction = handles[id] else { return nil }
            let finished = EventCount()
            finishing[id] = finished
            // Outside the task tree: StoreKit's finish may never return.
            _ = RootTask.start { [self] in
                await transaction.finish()
                await wasFinished(request, finished)
            }
            return finished
        }

        /// Finishes a transaction again, without waiting for it.
        func finishAgain(_ request: FinishRequest) { _ = finishing(request) }

        private func wasFinished(_ request: FinishRequest, _ finished: EventCount) {
            let id = request.transactionID
            if finishing[id] === finished { finishing[id] = nil }
            // A late finish counts too.
            state.wasFinished(request)
            if state.unfinished[id] == nil { handles[id] = nil }
            finished.close()
        }

        private nonisolated func isOver(_ finished: EventCount, by end: Duration) async -> Bool {
            if finished.isClosed { return true }
            await withTaskGroup(of: Void.self) { [clock] group in
                group.addTask { try? await finished.wait(after: 0) }
                group.addTask { try? await clock.sleep(until: end) }
                await group.next()
                group.cancelAll()
            }
            return finished.isClosed
        }

        private func overdue(_ id: String) -> BackendFailure {
            BackendFailure(
                .limitExceeded,
                "StoreKit's finish() of transaction \(id) has not returned within \(finishLimit). The transaction is "
                    + "finished again later.",
                retry: .retryable())
        }
    }
#endif
