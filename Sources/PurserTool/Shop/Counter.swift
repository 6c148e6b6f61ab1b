import Purser
import PurserFormats

/// Where the commands of the shop are performed: at an App Store in this program, or at that of a running app.
protocol Counter: Sendable {
    associatedtype Store: SteeredStore
    var store: Store { get }
    var output: Output { get }
    var help: [[String]] { get }

    /// Performs a command that lists something, or that concerns the app's store.
    func serve(_ wish: ShopWish) async throws

    func change<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result

    func report(_ said: String, _ answer: JSONValue)

    /// Writes what has happened since the last line.
    func showNewUpdates() async throws

    /// Whether no further line can be performed after an error.
    func isLost(after error: any Error) -> Bool
}

extension Counter {
    func change<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result { try await change() }
    func showNewUpdates() async throws {}
    func isLost(after error: any Error) -> Bool { false }

    /// Serves until quit or the end of the input.
    ///
    /// - Throws: ``Unsuccessful`` if a line failed and nobody has seen that.
    func serve(_ input: ShopInput) async throws {
        var isDone = true
        while let line = await input.next() {
            do {
                let wish = try ShopWish(line)
                if wish == .quit { break }
                try await perform(wish)
            } catch {
                if isLost(after: error) { throw error }
                isDone = false
                if !(error is Unsuccessful) { output.complain(ToolError.line(for: error)) }
            }
            try await showNewUpdates()
        }
        // A person has seen the error; a script needs the status.
        guard isDone || Console.readsFromTerminal else { throw Unsuccessful() }
    }

    func perform(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help where output.isJSON: for row in help { output.say(row.joined(separator: ": ")) }
        case .help: output.line(Paragraphs.columns(help, width: output.textWidth))
        case .act(let act):
            let (said, answer) = try await change { try await act.perform(on: store) }
            report(said, answer)
        case .history(let word):
            let name = try await store.subscription(word, orOver: true).name
            let spans = try await store.request("history", ["subscription": .string(name)]).list("spans")
            output.write(AttachedRows.rows(spans, AttachedRows.span), ifNone: "Nothing is known of it.")
        default: try await serve(wish)
        }
    }
}

extension Output {
    func say(_ text: String) { write(text, .line("note", ["text": text])) }
}
