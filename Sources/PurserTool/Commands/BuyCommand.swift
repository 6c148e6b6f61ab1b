import Purser

/// `purser buy ID… --store FILE --home DIR` and `purser buy ID… --attach PATH`.
struct BuyCommand: Command {
    static let syntax = CommandSyntax(
        name: "buy", summary: "Buy products, one after the other", operands: "PRODUCT…", operandCount: 1...100,
        options: StoreArguments.options + [
            .attach,
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
            A product is its identifier, the end of it (greenhouse, club.monthly), or its number in purser products. All
            are looked up first: if one is not sold, nothing is bought. A purchase that somebody has
            to approve first ends as pending, with status 0; approve it with purser shop FILE --home DIR.

            With --attach the customer of a running app buys on another device, and the app is told.
            """)

    private let attached: String?
    private let arguments: StoreArguments?
    private let requests: [PaymentRequest]

    init(_ arguments: Arguments) throws {
        attached = arguments.value("attach")
        self.arguments = try attached == nil ? StoreArguments(arguments) : nil
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
        if let attached { try await buy(at: AttachedStore(attached), output) }
        guard let arguments else { return ExitStatus.success }
        return try await arguments.run(output) { (session, names: ProductNames) in
            let requests = try requests(names)
            try await checkProducts(session, requests)
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

    private func buy(at store: AttachedStore, _ output: Output) async throws {
        let shop = AttachedShop(store: store, output: output)
        for request in requests {
            try await shop.serve(.buy(product: request.productID, quantity: request.quantity, isManual: false))
        }
    }

    /// The requests with the products that their words mean.
    private func requests(_ names: ProductNames) throws(ToolError) -> [PaymentRequest] {
        let words = requests.map(\.productID)
        if let several = words.lazy.compactMap({ names.meant($0) == nil ? names.several($0) : nil }).first {
            throw several
        }
        let unknown = words.filter { names.meant($0) == nil }
        guard unknown.isEmpty else { throw notSold(unknown, unknown.map(names.question).first { !$0.isEmpty } ?? "") }
        return requests.map { request in
            var request = request
            request.productID = names.meant(request.productID) ?? request.productID
            return request
        }
    }

    private func notSold(_ ids: [String], _ question: String) -> ToolError {
        let list = ids.map { "“\($0)”" }.joined(separator: ", ")
        let file = arguments?.file ?? ""
        return ToolError("\(file) does not sell \(list); purser products \(file) lists what it sells\(question)")
    }

    private func checkProducts(_ session: Session, _ requests: [PaymentRequest]) async throws {
        let unknown = try await session.store.products(for: requests.map(\.productID)).invalidIDs
        guard unknown.isEmpty else { throw notSold(unknown, "") }
    }
}
