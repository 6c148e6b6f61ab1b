import Purser

enum OptionalCallChecks {
    private typealias Check = BackendContract.Check

    static let optional = [
        Check("a call that is not among the capabilities throws that it is not supported") {
            session in
            for (call, make) in calls where !session.backend.supports(call) {
                do {
                    try await make(session.backend)
                } catch let error as BackendFailure where error.code == .unsupportedPlatform {
                    continue
                } catch {
                    // Any result proves that the call was made.
                }
                throw session.violation("\(call.rawValue) is not among the capabilities, but does not throw so")
            }
        },
        Check("a call that is among the capabilities is supported") { session in
            for (call, make) in calls where session.backend.supports(call) {
                do {
                    try await make(session.backend)
                } catch let error as BackendFailure where error.code == .unsupportedPlatform {
                    throw session.violation("\(call.rawValue) is among the capabilities, but is not supported")
                } catch {
                    // Another error does not matter here.
                }
            }
        },
        Check("a requested refund reports the transaction again as revoked") { session in
            guard session.backend.supports(.beginRefundRequest) else { return }
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            session.forget()
            let id = reported.transaction.id
            guard try await session.backend.beginRefundRequest(for: id, in: nil) == .success else { return }
            let revoked = try await session.wait(for: "the revoked transaction") { events in
                events.compactMap(\.transaction).first { $0.transaction.id == id }
            }
            try session.expect(
                revoked.transaction.revocationDate != nil, "a refund was reported without a revocation date")
        },
        Check("a refund of an unknown transaction is rejected") { session in
            guard session.backend.supports(.beginRefundRequest) else { return }
            do {
                _ = try await session.backend.beginRefundRequest(for: "no.such.transaction", in: nil)
            } catch is BackendFailure {
                return
            }
            throw session.violation("a transaction that does not exist was refunded")
        },
        Check("the app transaction can be requested while no store is open") { session in
            guard session.backend.supports(.appTransaction),
                (try? await session.backend.appTransaction(refresh: false)) != nil
            else { return }
            await session.close()
            do {
                _ = try await session.backend.appTransaction(refresh: false)
            } catch {
                throw session.violation("the app transaction is returned to an open store only: \(error)")
            }
        },
        Check("a purchase is of the environment that the backend names") { session in
            guard let environment = await session.backend.environment() else { return }
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            let bought = reported.transaction.environment
            try session.expect(bought == environment, "it runs in \(environment), but a purchase is of \(bought)")
        },
    ]

    private static let calls: [(BackendCapabilities.OptionalCall, @Sendable (any StoreBackend) async throws -> Void)] =
        [
            (.redeemCode, { try await $0.redeemCode(in: nil) }),
            (.beginRefundRequest, { _ = try await $0.beginRefundRequest(for: "no.such.transaction", in: nil) }),
            (.showManageSubscriptions, { try await $0.showManageSubscriptions(subscriptionGroupID: nil, in: nil) }),
            (.appTransaction, { _ = try await $0.appTransaction(refresh: false) }),
        ]
}

extension StoreBackend {
    fileprivate func supports(_ call: BackendCapabilities.OptionalCall) -> Bool {
        capabilities.optionalCalls.contains(call)
    }
}
