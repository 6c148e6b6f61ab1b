extension StoreDiagnostic {
    /// A call timed out.
    ///
    /// - Parameter name: the name of the call.
    static func callTimedOut(_ name: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .callTimedOut, .warning, .init(call: name),
            message: "A call of the backend or of a handler took longer than its limit; the store continues without "
                + "it.")
    }
}
