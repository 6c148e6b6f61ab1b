import Purser

/// `purser buy ID… --store FILE --home DIR` and `purser buy ID… --attach PATH`.
struct BuyCommand: Command {
    static let syntax = CommandSyntax(
        name: "buy", summary: "Buy products, one after the other", operands: "PRODUCT…", operandCount: 1...100,
        options: StoreArguments.options + [
            OptionSyntax(name: "manual", summary: "Finish later, with purser finish"),
            OptionSyntax(
                name: "quantity", value: "N",
                summary: "How many of each, 1 to \(PaymentRequest.maximumQuantity); 1 by default"),
            OptionSyntax(
                name: "seats", value: "N",
                summary: "The total number of seats of a subscription; a higher one adds seats"),
            OptionSyntax(name: "account", value: "UUID", summary: "The app's own user, kept on the transaction"),
            OptionSyntax(
                name: "context", value: "k=v", summary: "The context of the update", isRepeatable: true),
            .json,
        ],
        details: """
            A product is its identifier, the end of it (greenhouse, club.monthly), its reference name, or its number in
            purser products. All are checked first: if one is not sold, nothing is bought. A purchase that needs
            approval ends as pending, with status 0; approve it with purser shop FILE --home DIR.

            With --attach, the customer of a running app buys on another device, and the purchase is reported to the
            app.
            """)

    private let arguments: StoreArguments
    private let requests: [PaymentRequest]

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        for name in ["manual", "account", "context"] where arguments.has(name) && arguments.has("attach") {
            throw UsageError("only the app sets --\(name); with --attach there are --quantity and --seats")
        }
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
        let wishes = requests.map { request in
            ShopWish.buy(
                product: request.productID, quantity: request.quantity, isManual: false, seats: request.options.seats)
        }
        return try await arguments.run(output, attached: wishes) { session, file in
            let requests = try requests(file)
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

    /// The requests for the products in the words.
    private func requests(_ file: StoreFile) throws(ToolError) -> [PaymentRequest] {
        let names = file.productNames
        let words = requests.map(\.productID)
        if let several = words.lazy.compactMap({ names.meant($0) == nil ? names.several($0) : nil }).first {
            throw several
        }
        let unknown = words.filter { names.meant($0) == nil }
        guard unknown.isEmpty else {
            let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
            let question = unknown.map(names.question).first { !$0.isEmpty } ?? ""
            throw ToolError(
                "\(file.name) does not sell \(list); purser products \(file.name) lists what it sells\(question)")
        }
        return requests.map { request in
            var request = request
            request.productID = names.meant(request.productID) ?? request.productID
            return request
        }
    }
}
