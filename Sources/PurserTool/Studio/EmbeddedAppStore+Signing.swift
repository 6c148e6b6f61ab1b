import PurserSimulator

#if Verification
    import PurserSigning
#endif

extension EmbeddedAppStore {
    /// Signs from now on by a key that is made for this run.
    ///
    /// - Throws: ``ToolError`` where the tool cannot sign.
    func startSigning() throws {
        #if Verification
            sign(by: try SigningAuthority())
        #else
            throw ToolError(
                "--sign needs the trait Verification too: swift run --traits Studio,Verification purser studio …")
        #endif
    }
}
