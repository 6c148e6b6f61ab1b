/// What the parts of a session share: the payment queue, the restores and the processor.
package struct SessionTools: Sendable {
    let backend: any StoreBackend
    /// What the backend reports in this session.
    let inbox: Mailbox<[BackendEvent]>
    let ledger: TransactionLedger
    let lifecycle: ProductLifecycle
    let readiness = BackendReadiness()
    let external: ExternalCalls
    /// The waits of the session, which end with it; the requests of the store have their own.
    let timer: RetryTimer
    let retrier: Retrier
    let policies: RetryPolicies
    let limits: CallLimits
    /// Drawn at random for this session; the tokens of its payments begin with it.
    let launch: UInt64
    /// The user; `nil` when users are not kept apart.
    let user: UserID?

    var clock: any StoreClock { timer.clock }
}
