import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `purser seats SUBSCRIPTION --store FILE --home DIR`, or `--attach PATH`.
struct SeatsCommand: Command {
    static let syntax = CommandSyntax(
        name: "seats", summary: "Show the seats of a subscription, set those of its next period, or refund some",
        operands: "SUBSCRIPTION", operandCount: 1...1,
        options: StoreArguments.lookingOptions + [
            OptionSyntax(
                name: "renew", value: "N", summary: "Set the seats of the next period, at most as many as now"),
            OptionSyntax(
                name: "refund", value: "N",
                summary: "Refund this many seats, of the given transaction or of the latest one"), .json,
        ],
        details: """
            SUBSCRIPTION is a product, a group or a transaction. purser buy --seats N adds seats in a transaction of
            their own, at the price of the rest of the period. A refund of all seats of a transaction revokes it; the
            customer loses the subscription with the last transaction of the period.
            """)

    private let arguments: StoreArguments
    private let name: String
    private let renewal: Int?
    private let refund: Int?

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        name = arguments.operands[0]
        renewal = try arguments.number("renew", in: 1...PaymentRequest.maximumSeats)
        refund = try arguments.number("refund", in: 1...PaymentRequest.maximumSeats)
        guard !arguments.has("attach") || renewal != nil || refund != nil else {
            throw UsageError("with --attach, use --renew or --refund; purser shop --attach shows subscriptions")
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        let wishes =
            [
                refund.map { ShopWish.refund(name, percentage: 100, seats: $0) },
                renewal.map { .progress(.seats($0, name)) },
            ]
            .compactMap(\.self) + [.subscriptions]
        return try await arguments.run(output, makesHome: false, attached: wishes) { session, file in
            let (appStore, names) = (session.appStore, file.productNames)
            let meant = try await appStore.meant(names.meant(name) ?? name)
            if let refund {
                let transaction = try await appStore.seatedTransaction(meant)
                try await session.recording { try await appStore.refundSeats(refund, of: transaction.id) }
            }
            if let renewal {
                try await session.recording { try await appStore.setRenewalSeats(renewal, for: meant) }
            }
            await session.waitForRenewalInfos()
            guard let subscription = await appStore.subscription(meant) else { return ExitStatus.failure }
            let style = try? await session.store.products(for: [subscription.productID]).products.first
            output.write(
                SubscriptionRow.cells(subscription, like: style).joined(separator: "  "),
                SubscriptionRow.json(subscription))
            return ExitStatus.success
        }
    }
}

extension EmbeddedAppStore {
    /// The transaction with seats for a name: its identifier, or the latest of a subscription's current period.
    ///
    /// - Throws: ``ToolError``.
    func seatedTransaction(_ name: String) throws -> StoreTransaction {
        guard let match = transactions.first(where: { $0.id == name }) ?? subscription(name)?.transaction else {
            throw ToolError("there is no bought transaction “\(name)”")
        }
        guard match.multiSeatInfo != nil else {
            throw ToolError("transaction \(match.id) has no seats; purser buy --seats N buys some")
        }
        return match
    }
}
