import PurserSimulator

#if Verification
    import PurserSigning
#endif

extension EmbeddedAppStore {
    /// Signs with a key of this run from now on.
    ///
    /// - Throws: ``ToolError`` if the tool cannot sign.
    func startSigning() throws {
        #if Verification
            sign(by: try SigningAuthority())
        #else
            throw ToolError(
                "--sign needs the trait Verification too: swift run --traits Studio,Verification purser studio …")
        #endif
    }
}
