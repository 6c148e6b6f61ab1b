/// The events of a product.
package enum ProductEvent: Sendable, Hashable, CaseIterable {
    /// Something was recorded that its state without an open purchase depends on: see ``ProductStatus/rest``.
    case changed
    /// The app requested a purchase.
    case requested
    /// The payment was submitted to the backend.
    case submitted
    /// The payment ended without a transaction, or waits for approval.
    case ended
    /// A transaction of it was recorded.
    case approved
    /// Its content is being fetched.
    case downloadBegan
    /// Its content is installed.
    case downloadSucceeded
    /// Its content could not be fetched; the download is retried.
    case downloadFailed
    /// Its transaction was finished.
    case finished
}

/// What the state of a product follows from: the entitlements, the catalog and the open payments, at a moment.
package struct ProductStatus: Sendable, Hashable {
    /// Whether the customer owns it.
    package var isOwned = false
    /// Whether the backend has it; `nil` when it was not requested.
    package var isValid: Bool?
    /// Whether a payment of it has not ended.
    package var isPaying = false
    /// Until when a payment of it waits for an approval; `nil` when none does.
    package var pendingEnd: Timestamp?
    /// Whether a recorded purchase of it waits for its delivery or for the app.
    package var isUnfinished = false

    /// Makes a product in a given state.
    package init(
        isOwned: Bool = false, isValid: Bool? = nil, isPaying: Bool = false, pendingEnd: Timestamp? = nil,
        isUnfinished: Bool = false
    ) {
        (self.isOwned, self.isValid, self.isPaying) = (isOwned, isValid, isPaying)
        (self.pendingEnd, self.isUnfinished) = (pendingEnd, isUnfinished)
    }

    /// The state of a product without an open purchase; what is owned is never pending (M3).
    var rest: ProductState {
        if isOwned { return .owned }
        if pendingEnd != nil { return .pending }
        return isValid.map { $0 ? .valid : .invalid } ?? .registered
    }
}

/// The state machine of one product: the states that an event leads to.
///
/// Events that do not fit the current state are ignored, because several payments for a product may be open at once,
/// and parts of the store may report the same event twice.
package struct ProductLifecycleState: Sendable {
    /// The state it is in.
    package private(set) var state: ProductState

    /// Makes a state machine that begins in a product's current state.
    package init(_ status: ProductStatus) {
        // As for existing watchers: a paid product is not `requested` again before it is finished.
        state = status.isUnfinished ? .approved : status.isPaying ? .initiated : status.rest
    }

    private var isResting: Bool { [.registered, .valid, .invalid, .owned, .pending].contains(state) }

    /// An event happened.
    ///
    /// - Parameter status: what the state follows from now.
    /// - Returns: the states that the product goes through, none when nothing changes.
    package mutating func noted(_ event: ProductEvent, _ status: @autoclosure () -> ProductStatus) -> [ProductState] {
        switch (event, state) {
        case (.requested, _) where isResting && state != .invalid: go(.requested)
        case (.submitted, .requested): go(.initiated)
        case (.ended, .requested), (.ended, .initiated): go(status().rest)
        // From any state: renewals, unfinished transactions and purchases on other devices follow no request.
        case (.approved, _) where state != .downloading && state != .downloaded: go(.approved)
        case (.downloadBegan, .approved): go(.downloading)
        case (.downloadSucceeded, .downloading): go(.downloaded)
        case (.downloadFailed, .downloading): go(.approved)
        case (.finished, .approved), (.finished, .downloading), (.finished, .downloaded):
            go(.finished) + go(status().rest)
        default: isResting ? go(status().rest) : []
        }
    }

    private mutating func go(_ next: ProductState) -> [ProductState] {
        guard next != state else { return [] }
        state = next
        return [next]
    }
}
