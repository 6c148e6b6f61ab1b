/// The events of a product.
package enum ProductEvent: Sendable, Hashable, CaseIterable {
    /// The backend reported that the product is sold.
    case validated
    /// The backend reported that the product is unknown.
    case rejected
    /// The storefront changed: earlier answers of the backend no longer count.
    case forgotten
    /// The app requested a purchase.
    case requested
    /// The payment was submitted to the backend.
    case submitted
    /// The payment waits for approval.
    case deferred
    /// The payment ended without a transaction: cancelled, failed or declined.
    case abandoned
    /// A transaction of it was recorded.
    case approved
    /// Its content is being fetched.
    case downloadBegan
    /// Its content is installed.
    case downloadSucceeded
    /// Its content could not be fetched; the download is retried.
    case downloadFailed
    /// Its transaction was finished, and it is a consumable or otherwise never owned.
    case finishedAndUsedUp
    /// Its transaction was finished, and the customer owns it.
    case finishedAndOwned
    /// The customer owns it, by a purchase made elsewhere or before.
    case owned
    /// The customer no longer owns it: refunded, revoked or expired.
    case lost
}

/// The state of a product without watchers.
package struct ProductStatus: Sendable, Hashable {
    /// Whether the customer owns it.
    package var isOwned = false
    /// Whether the backend has it; `nil` when it was not requested.
    package var isValid: Bool?
    /// Whether a payment of it has not ended.
    package var isPaying = false
    /// Whether a payment of it waits for an approval.
    package var isPending = false
    /// Whether a recorded purchase of it waits for its delivery or for the app.
    package var isUnfinished = false

    /// Makes a product in a given state.
    package init(
        isOwned: Bool = false, isValid: Bool? = nil, isPaying: Bool = false, isPending: Bool = false,
        isUnfinished: Bool = false
    ) {
        self.isUnfinished = isUnfinished
        self.isOwned = isOwned
        self.isValid = isValid
        self.isPaying = isPaying
        self.isPending = isPending
    }
}

/// The state machine of one product: the states that an event leads to.
///
/// Events that do not fit the current state are ignored, because several payments for a product may be open at once,
/// and parts of the store may report the same event twice.
package struct ProductLifecycleState: Sendable {
    /// The state it is in.
    package private(set) var state: ProductState
    /// Whether the backend has it; `nil` when it was not requested.
    private var isValid: Bool?
    private var isOwned: Bool

    /// Makes a state machine that begins in a product's current state.
    package init(_ status: ProductStatus) {
        isOwned = status.isOwned
        isValid = status.isValid
        state = .registered
        // As for existing watchers: a paid product is not `requested` again before it is finished.
        state =
            status.isUnfinished ? .approved : status.isPaying ? .initiated : status.isPending ? .pending : rest
    }

    /// The state of a product without an open purchase.
    private var rest: ProductState {
        if isOwned { return .owned }
        return isValid.map { $0 ? .valid : .invalid } ?? .registered
    }

    private var isResting: Bool { [.registered, .valid, .invalid, .owned].contains(state) }

    /// An event happened.
    ///
    /// - Returns: the states that the product goes through, none when nothing changes.
    package mutating func noted(_ event: ProductEvent) -> [ProductState] {
        switch (event, state) {
        case (.validated, _): isValid = true
        case (.rejected, _): isValid = false
        case (.forgotten, _): isValid = nil
        case (.owned, _): isOwned = true
        case (.lost, _): isOwned = false
        case (.requested, .registered), (.requested, .valid), (.requested, .owned), (.requested, .pending):
            return go(.requested)
        case (.submitted, .requested): return go(.initiated)
        case (.deferred, .requested), (.deferred, .initiated): return go(.pending)
        case (.abandoned, .requested), (.abandoned, .initiated), (.abandoned, .pending): return go(rest)
        // From any state: renewals, unfinished transactions and purchases on other devices follow no request.
        case (.approved, _) where state != .downloading && state != .downloaded: return go(.approved)
        case (.downloadBegan, .approved): return go(.downloading)
        case (.downloadSucceeded, .downloading): return go(.downloaded)
        case (.downloadFailed, .downloading): return go(.approved)
        case (.finishedAndUsedUp, _): return finished(isOwned: false)
        case (.finishedAndOwned, _): return finished(isOwned: true)
        default: return []
        }
        return isResting ? go(rest) : []
    }

    private mutating func finished(isOwned: Bool) -> [ProductState] {
        guard state == .approved || state == .downloading || state == .downloaded else { return [] }
        if isOwned { self.isOwned = true }
        // It was sold, so the backend has it, whether or not the catalog has requested it.
        isValid = isValid ?? true
        return go(.finished) + go(rest)
    }

    private mutating func go(_ next: ProductState) -> [ProductState] {
        guard next != state else { return [] }
        state = next
        return [next]
    }
}
