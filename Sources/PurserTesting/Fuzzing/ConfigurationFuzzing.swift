import Purser

/// Numbers and durations of a configuration, made from any bytes, and used where a configuration is used.
package enum ConfigurationFuzzing {
    /// Uses the configuration that an input represents.
    package static func check(_ input: [UInt8]) -> LedgerFuzzing.Answer {
        var bytes = FuzzBytes(input)
        guard retries(&bytes) else { return .wrong("a policy waits longer than its limit") }
        guard payments(&bytes) else { return .wrong("payments are not submitted") }
        guard catalog(&bytes) else { return .wrong("a catalog with a product does not answer") }
        guard updates(&bytes) else { return .wrong("the log lost its latest update") }
        return .read
    }

    private static func retries(_ bytes: inout FuzzBytes) -> Bool {
        let policy = RetryPolicy(
            initialDelay: bytes.duration(), multiplier: bytes.double(), maximumDelay: bytes.duration(),
            jitter: [.full, .equal, .none][bytes.choice(3)], maximumAttempts: bytes.maybe { Int($0.number()) },
            maximumElapsed: bytes.maybe { $0.duration() })
        var generator = SplitMix64(seed: UInt64(bytes.byte()))
        var backoff = BackoffState(policy: policy, startedAt: .seconds(bytes.choice(100)))
        for _ in 0..<8 {
            let now = Duration.seconds(100 + bytes.choice(100))
            let decision = backoff.attemptFailed(
                .retryable(after: bytes.maybe { $0.duration() }), now: now, using: &generator)
            guard case .wait(let wait) = decision else { return true }
            guard wait.until >= now || policy.maximumElapsed != nil, wait.until >= wait.earliest else { return false }
            backoff.flushed()
        }
        return true
    }

    private static func payments(_ bytes: inout FuzzBytes) -> Bool {
        var capabilities = BackendCapabilities()
        capabilities.concurrentPayments = Int(bytes.number())
        capabilities.productRequestLimit = Int(bytes.number())
        var queue = PaymentQueueState<Int>(capabilities: capabilities)
        for number in 0..<UInt64(4) {
            queue.requested(BackendPayment(token: PaymentToken(launch: 1, number: number), productID: "p"), caller: 0)
        }
        return !queue.nextSubmission().isEmpty
    }

    private static func catalog(_ bytes: inout FuzzBytes) -> Bool {
        let lifetime = bytes.duration()
        var catalog = ProductCatalogState(lifetime: lifetime, invalidLifetime: lifetime / 10)
        catalog.fetched(["p": .invalid], now: .seconds(bytes.choice(100)))
        let plan = catalog.requested(["p"], now: .seconds(100 + bytes.choice(100)))
        var requests = SharedRequestsState<String, Int, Int>(
            keysPerRequest: Int(bytes.number()), requestsAtOnce: Int(bytes.number()))
        return plan.ids == ["p"] && !requests.joined(1, keys: ["p"], caller: 1).isEmpty
    }

    private static func updates(_ bytes: inout FuzzBytes) -> Bool {
        var log = UpdateLogState(
            updates: [], nextSequence: 1, kept: Int(bytes.number()), isStored: bytes.choice(2) == 0)
        let reader = log.register(after: UInt64(bitPattern: bytes.number()))
        let transaction = StoreTransaction(
            .init(id: "1", productID: "p", productType: .consumable, purchaseDate: bytes.date()))
        let updates = (UInt64(1)...600).map {
            StoreUpdate(sequence: $0, transaction: transaction, recordedAt: transaction.purchaseDate)
        }
        for start in [0, 200, 400] { _ = log.append(Array(updates[start..<start + 200])) }
        _ = log.read(reader)
        return log.nextSequence == 601 && log.oldestKept <= 601
    }
}
