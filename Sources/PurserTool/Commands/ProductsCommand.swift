import Purser
import PurserSimulator

extension Command {
    static let products = Command(
        "products", "List what a .storekit file sells, with localized prices and offers",
        brief: "list what a file sells, with prices and offers", operands: "[FILE]", options: [.attach, .json],
        details: """
            Below a subscription are its price for other periods, its saving compared with another one of its group, and
            its offers, in the locale of the file. Mistakes in the file go to standard error, each with its path. With
            --attach instead of FILE the products of a running app's App Store are listed.
            """
    ) { arguments in
        let place = try Place(arguments)
        return { output in
            switch place.source {
            case .attached(let path):
                try await AttachedShop(path, output).serve(.products)
            case .file(let path):
                let file = try StoreFile(path: path, showing: output, inFull: true)
                let ids = file.catalog.products.map(\.id)
                let answer = try await Session.with(file, home: nil) { try await $0.store.products(for: ids) }
                ProductRow.write(answer.products, inFull: true, output)
                if answer.products.isEmpty { output.remark("\(path) sells nothing.") }
            }
        }
    }
}
