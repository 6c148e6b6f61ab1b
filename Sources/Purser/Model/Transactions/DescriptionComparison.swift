/// The difference of two versions of one transaction in the fields that make changes.
struct DescriptionComparison: FieldVisitor, Sendable {
    /// Whether the newer one has a field that differs, or ends or moves an entitlement.
    private(set) var isChange = false
    private(set) var adds = false
    private(set) var lacks = false

    /// Compares a version with an older one; the dates of the signatures do not count.
    init(of new: StoreTransaction, after old: StoreTransaction) {
        read(new, beside: old)
        if new.isRevoked, old.isRevoked, new.revocation.differs(from: old.revocation) { isChange = true }
    }

    mutating func read<Value: Equatable>(_ field: ComparedField, _ new: Value?, _ old: Value?) {
        if let new, let old {
            if new != old { isChange = true }
        } else if new != nil {
            adds = true
            if field.takesEffect { isChange = true }
        } else if old != nil {
            lacks = true
        }
    }
}
