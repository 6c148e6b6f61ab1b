/// Where it is recorded whose payments are, so that their transactions stay their user's (U3).
package struct PaymentOwnerNotes: Sendable {
    /// Payments are about to be handed to the backend; they must not be when this throws.
    package var asked: @Sendable ([PaymentIntent]) async throws -> Void
    /// Payments ended without a transaction.
    package var ended: @Sendable ([(token: PaymentToken, ending: IntentEnding?)]) async -> Void
}
