import Purser

// What is signed on its way out, and what the app's server is told.
extension EmbeddedAppStore {
    /// Has everything signed that is told from now on.
    package func setSigner(_ signer: (any StoreSigner)?) { self.signer = signer }

    /// Whether somebody signs.
    package var signs: Bool { signer != nil }

    /// Has checked from now on what proves an offer.
    package func setOfferChecker(_ checker: (any OfferChecking)?) { account.offers.checker = checker }

    /// Signs something; `nil` where nobody signs.
    package func signature(of subject: SignedSubject, isGenuine: Bool = true) -> String? {
        signer?.jws(of: subject, isGenuine: isGenuine && account.catalog.settings.failures.verification == nil)
    }

    /// Events with the signed form of what they tell.
    func signed(_ events: [BackendEvent]) -> [BackendEvent] {
        guard signer != nil else { return events }
        return events.map { event in
            switch event {
            case .transaction(var told):
                told.transaction = signed(told.transaction, isGenuine: told.verification == .verified)
                return .transaction(told)
            case .renewalInfo(var told):
                told.renewalInfo.jwsRepresentation = signature(
                    of: .renewalInfo(told.renewalInfo), isGenuine: told.verification == .verified)
                return .renewalInfo(told)
            default: return event
            }
        }
    }

    private func signed(_ transaction: StoreTransaction, isGenuine: Bool) -> StoreTransaction {
        var fields = transaction.fields
        fields.jwsRepresentation = signature(of: .transaction(transaction), isGenuine: isGenuine)
        return StoreTransaction(fields)
    }

    /// What a signed receipt says of these transactions.
    func signedContent(_ transactions: [StoreTransaction], at creation: Timestamp) -> ReceiptContent {
        ReceiptContent(
            app: account.catalog.settings.app, environment: account.catalog.settings.environment,
            creationDate: creation.date,
            originalPurchaseDate: (account.book.transactions.firstPurchaseTime ?? creation).date,
            transactions: transactions)
    }
}

extension EmbeddedAppStore {
    /// Notes from now on what the App Store tells the app's server; see ``takeNotifications()``.
    ///
    /// Notifications are kept in memory until they are taken, also where the account is kept in a folder.
    public func startNotifications() {
        try? catchUp()
        account.journal.notices.start()
    }

    /// Takes the notifications since the last call, in the order of what they tell, up to the present moment.
    ///
    /// A life gives the same ones whether time passes in small steps or in a jump. Of the types that the App Store knows, those
    /// of Advanced Commerce and of purchases outside the store never come: this one has neither.
    public func takeNotifications() -> [ServerNotification] {
        try? catchUp()
        return account.journal.notices.take()
    }

    /// Sends a notification of the type `TEST`, as the server's `Request a Test Notification` does.
    public func requestTestNotification() { account.journal.notice(.test, of: nil, at: clock.timestamp()) }

    /// Lets a parent withdraw their consent to the app: the server is told `RESCIND_CONSENT`, with the customer's copy of the app.
    ///
    /// Nothing that was bought changes. The system keeps a child from opening the app, which no store can see.
    public func rescindConsent() {
        try? catchUp()
        let now = clock.timestamp()
        let app = account.catalog.settings.appTransaction(since: account.book.transactions.firstPurchaseTime, at: now)
        account.journal.notice(.consentRescinded(app), of: nil, at: now)
    }
}
