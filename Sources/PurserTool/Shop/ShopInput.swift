/// The lines that are typed.
struct ShopInput: Sendable {
    /// What is printed before each line; nothing when no person types.
    var prompt: String?
    let output: Output
    /// Edits the lines; `nil` where there is none, or no person types.
    var editor: LineEditor?

    /// The next line; `nil` at the end, or when nobody reads the answers.
    ///
    /// On the main thread, because it waits there: the others go on working.
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
