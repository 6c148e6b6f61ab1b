import Purser

/// `purser buy ID… --store FILE --home DIR`.
struct BuyCommand: Command {
    static let syntax = CommandSyntax(
        name: "buy", summary: "Buy products, one after the other", operands: "ID…", operandCount: 1...100,
        options: StoreArguments.options + [
            OptionSyntax(name: "manual", summary: "Leave the finishing to purser finish"),
            OptionSyntax(
                name: "quantity", value: "N",
                summary: "How many of each, 1 to \(PaymentRequest.maximumQuantity); 1 if left out"),
            OptionSyntax(
                name: "seats", value: "N",
                summary: "How many seats a subscription has in all then; more than now adds them"),
            OptionSyntax(name: "account", value: "UUID", summary: "The app's own user, kept on the transaction"),
            OptionSyntax(
                name: "context", value: "k=v", summary: "What the update is to carry", isRepeatable: true),
            .json,
        ],
        details: """
            All identifiers are looked up first: if one is not sold, nothing is bought. A purchase that somebody has
            to approve first ends as pending, with status 0; approve it with purser shop FILE --home DIR.
            """)

    private let arguments: StoreArguments
    private let requests: [PaymentRequest]

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        var request = PaymentRequest(
            productID: "", quantity: try arguments.number("quantity", in: 1...PaymentRequest.maximumQuantity) ?? 1,
            appAccountToken: try arguments.uuid("account"), context: try arguments.pairs("context"))
        if arguments.has("manual") { request.finishing = .manual }
        if let seats = try arguments.number("seats", in: 1...PaymentRequest.maximumSeats) {
            request.options = [.seats(seats)]
        }
        requests = arguments.operands.map { id in
            request.productID = id
            return request
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output) { session in
            try await checkProducts(session)
            var status = ExitStatus.success
            for request in requests {
                let row = await PurchaseRow(session, request)
                output.write(row.text(finish: "purser finish"), row.json)
                guard let failure = row.failure else { continue }
                output.complain("purser buy: \(ToolError.line(for: failure))")
                status = ExitStatus.failure
            }
            await session.waitForFinishing()
            return status
        }
    }

    private func checkProducts(_ session: Session) async throws {
        let unknown = try await session.store.products(for: requests.map(\.productID)).invalidIDs
        guard unknown.isEmpty else {
            let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
            throw ToolError(
                "\(arguments.file) does not sell \(list); purser products \(arguments.file) lists what it sells")
        }
    }
}
