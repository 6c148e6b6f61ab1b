import Purser

/// `purser buy ID… PLACE`.
struct BuyCommand: Sendable {
    static let command = Command(
        CommandSyntax(
            name: "buy", brief: "buy", summary: "Buy products, one after the other", operands: "PRODUCT…",
            options: Place.options + [
                OptionSyntax("--manual", "Finish later, with purser finish"),
                OptionSyntax(
                    "--quantity N", "How many of each, 1 to \(PaymentRequest.maximumQuantity); 1 by default"),
                OptionSyntax("--seats N", "The total number of seats of a subscription; a higher one adds seats"),
                OptionSyntax("--account UUID", "The app's own user, kept on the transaction"),
                OptionSyntax("--context k=v…", "The context of the update"), .json,
            ],
            details: """
                A product is its identifier, the end of it (greenhouse, club.monthly), its reference name, or its number
                in purser products. All are checked first: if one is not sold, nothing is bought. A purchase that needs
                approval ends as pending, with status 0; approve it with purser shop FILE --home DIR.

                With --attach, the customer of a running app buys on another device, and the purchase is reported to the
                app.
                """)
    ) { try BuyCommand($0).run }

    private let place: Place
    private let products: [String]
    private var request: PaymentRequest

    private init(_ arguments: Arguments) throws {
        place = try Place(arguments)
        for name in ["manual", "account", "context"] where arguments.has(name) && arguments.has("attach") {
            throw UsageError("only the app sets --\(name); with --attach there are --quantity and --seats")
        }
        products = arguments.operands
        request = PaymentRequest(
            productID: "", quantity: try arguments.number("quantity", in: 1...PaymentRequest.maximumQuantity) ?? 1,
            appAccountToken: try arguments.uuid("account"), context: try arguments.pairs("context"))
        if arguments.has("manual") { request.finishing = .manual }
        if let seats = try arguments.number("seats", in: 1...PaymentRequest.maximumSeats) {
            request.options = [.seats(seats)]
        }
    }

    private func run(_ output: Output) async throws {
        let wishes = products.map {
            ShopWish.buy(product: $0, quantity: request.quantity, isManual: false, seats: request.options.seats)
        }
        try await place.perform(wishes, as: "buy", makesHome: true, output) { shop, file in
            var isDone = true
            for id in try ids(file) {
                var request = request
                request.productID = id
                do { try await shop.buy(request) } catch is Unsuccessful { isDone = false }
            }
            guard isDone else { throw Unsuccessful() }
        }
    }

    /// The products that the words mean.
    private func ids(_ file: StoreFile) throws(ToolError) -> [String] {
        let names = file.productNames
        let unknown = products.filter { names.meant($0) == nil }
        if let several = unknown.lazy.compactMap(names.several).first { throw several }
        guard unknown.isEmpty else {
            let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
            let question = unknown.map(names.question).first { !$0.isEmpty } ?? ""
            throw ToolError(
                "\(file.name) does not sell \(list); purser products \(file.name) lists what it sells\(question)")
        }
        return products.compactMap(names.meant)
    }
}
