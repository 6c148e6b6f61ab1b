import Purser

extension Command {
    static let buy = Command(
        "buy", "Buy products, one after the other", brief: "buy", operands: "PRODUCT…",
        options: Place.options + [
            OptionSyntax("--manual", "Finish later, with purser finish"),
            OptionSyntax("--quantity N", "How many of each, 1 to \(PaymentRequest.maximumQuantity); 1 by default"),
            OptionSyntax("--seats N", "The total number of seats of a subscription; a higher one adds seats"),
            OptionSyntax("--account UUID", "The app's own user, kept on the transaction"),
            OptionSyntax("--context k=v…", "The context of the update"), .json,
        ],
        details: """
            A product is its identifier, the end of it (greenhouse, club.monthly), its reference name, or its number in
            purser products. All are checked first: if one is not sold, nothing is bought. A purchase that needs
            approval ends as pending, with status 0; approve it with purser shop FILE --home DIR.

            With --attach, the customer of a running app buys on another device, and the purchase is reported to the
            app.
            """
    ) { arguments in
        let (place, products, request) = (try Place(options: arguments), arguments.operands, try request(arguments))
        return { output in
            let wishes = products.map {
                ShopWish.buy(product: $0, quantity: request.quantity, isManual: false, seats: request.options.seats)
            }
            try await place.perform(wishes, as: "buy", makesHome: true, output) { shop, file in
                var isDone = true
                for id in try file.ids(products) {
                    var request = request
                    request.productID = id
                    do { try await shop.buy(request) } catch is Unsuccessful { isDone = false }
                }
                guard isDone else { throw Unsuccessful() }
            }
        }
    }

    /// A request for a product that is named later.
    private static func request(_ arguments: Arguments) throws(UsageError) -> PaymentRequest {
        for name in ["manual", "account", "context"] where arguments.has(name) && arguments.has("attach") {
            throw UsageError("only the app sets --\(name); with --attach there are --quantity and --seats")
        }
        return PaymentRequest(
            productID: "", quantity: try arguments.number("quantity", in: 1...PaymentRequest.maximumQuantity) ?? 1,
            appAccountToken: try arguments.uuid("account"), context: try arguments.pairs("context"),
            options: try arguments.seats().map { [.seats($0)] } ?? [],
            finishing: arguments.has("manual") ? .manual : nil)
    }
}

extension Arguments {
    /// The value of an option for a number of seats.
    func seats(_ name: String = "seats") throws(UsageError) -> Int? {
        try number(name, in: 1...PaymentRequest.maximumSeats)
    }
}

extension StoreFile {
    fileprivate func ids(_ words: [String]) throws(ToolError) -> [String] {
        let names = productNames
        let unknown = words.filter { names.meant($0) == nil }
        if let several = unknown.lazy.compactMap(names.several).first { throw several }
        guard unknown.isEmpty else {
            let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
            let question = unknown.map(names.question).first { !$0.isEmpty } ?? ""
            throw ToolError("\(name) does not sell \(list); purser products \(name) lists what it sells\(question)")
        }
        return words.compactMap(names.meant)
    }
}
