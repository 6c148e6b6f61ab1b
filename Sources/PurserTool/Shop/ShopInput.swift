struct ShopInput: Sendable {
    /// The prompt before each line; `nil` if the input is not a terminal.
    private let prompt: String?
    private let output: Output
    /// The line editor; `nil` if there is none, or the input is not a terminal.
    private let editor: LineEditor?

    @MainActor
    init(_ names: ProductNames, _ output: Output) {
        self.output = output
        prompt = Console.readsFromTerminal && !output.isJSON ? "> " : nil
        editor =
            Console.canEditLines && !output.isJSON ? LineEditor.find { LineCompletion.install(in: $0, names) } : nil
    }

    /// The next line; `nil` at the end, or when the output is no longer read.
    ///
    /// It runs on the main thread, because it blocks there: other tasks continue.
    @MainActor
    func next() -> String? {
        guard !output.isClosed else { return nil }
        if let prompt, let editor {
            let line = editor.line(prompt: prompt)
            if line == nil { output.line() }
            return line
        }
        if let prompt { output.text(prompt) }
        let line = readLine()
        if line == nil, prompt != nil { output.line() }
        return line
    }
}
