import Foundation
import Purser

// Rows of an answer in the words of the library.
extension LooseObject {
    /// A purchase, renewal or restore; `nil` when it does not name its identifier, its product or its date.
    func transaction(environment: StoreEnvironment?, bundleID: String?) -> StoreTransaction? {
        guard let id = text("transaction_id"), let productID = text("product_id"), let time = time("purchase_date")
        else { return nil }
        let end = self.time("expires_date")
        var fields = StoreTransaction.Fields(
            id: id, productID: productID, productType: end == nil ? .unknown : .autoRenewable,
            purchasedQuantity: max(1, int("quantity") ?? 1), purchaseTime: time)
        fields.originalID = text("original_transaction_id") ?? id
        fields.originalPurchaseTime = self.time("original_purchase_date") ?? time
        fields.expirationTime = end
        fields.revocationTime = revocationTime(of: time)
        fields.revocationReason = int("cancellation_reason").map { .init(rawValue: $0) }
        // Only rows of replaced periods have this key, so an unreadable value counts, too.
        fields.isUpgraded = flag("is_upgraded") ?? says("is_upgraded")
        fields.webOrderLineItemID = text("web_order_line_item_id")
        fields.subscriptionGroupID = text("subscription_group_identifier")
        fields.ownershipType = text("in_app_ownership_type").map { .init(rawValue: $0) } ?? .purchased
        fields.appAccountToken = uuid("app_account_token")
        fields.offer = offer
        fields.environment = environment ?? .production
        fields.appBundleID = bundleID ?? text("bid")
        return StoreTransaction(fields)
    }

    /// The date of its revocation: an unreadable date also means that it was revoked, and counts as the date of the
    /// purchase.
    private func revocationTime(of purchase: Timestamp) -> Timestamp? {
        let keys = ["cancellation_date", "cancellation_date_ms", "cancellation_date_pst"]
        return time("cancellation_date") ?? (keys.contains(where: says) ? purchase : nil)
    }

    private var offer: StoreTransaction.Offer? {
        if let id = text("promotional_offer_id") { return .init(type: .promotional, id: id) }
        if let id = text("offer_code_ref_name") { return .init(type: .code, id: id) }
        if flag("is_trial_period") == true { return .init(type: .introductory, paymentMode: .freeTrial) }
        return flag("is_in_intro_offer_period") == true ? .init(type: .introductory) : nil
    }

    /// The renewal info of a subscription; `nil` when it does not name its product.
    ///
    /// - Parameter line: the subscription's first transaction, if the row does not name it.
    func renewalInfo(line: String?, environment: StoreEnvironment?) -> StoreRenewalInfo? {
        guard let productID = text("product_id") ?? text("auto_renew_product_id"),
            let line = text("original_transaction_id") ?? line, let willRenew = flag("auto_renew_status")
        else { return nil }
        var info = StoreRenewalInfo(
            originalTransactionID: line, currentProductID: productID, willAutoRenew: willRenew)
        info.autoRenewPreference = willRenew ? text("auto_renew_product_id") : nil
        info.expirationReason = int("expiration_intent").map { .init(rawValue: $0) }
        info.isInBillingRetry = flag("is_in_billing_retry_period") ?? false
        info.gracePeriodExpirationTime = time("grace_period_expires_date")
        // 0 means that the customer has not answered yet.
        info.priceIncreaseStatus =
            (flag("price_consent_status") ?? flag("price_increase_status")).map { $0 ? .agreed : .pending }
            ?? .noIncreasePending
        if let id = text("promotional_offer_id") {
            info.offer = .init(type: .promotional, id: id)
        } else if let id = text("offer_code_ref_name") {
            info.offer = .init(type: .code, id: id)
        }
        info.environment = environment ?? .production
        return info
    }
}
