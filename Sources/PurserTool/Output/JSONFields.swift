import Foundation
import Purser
import PurserTexts

// The model as JSON; every member is described in CommandLineTool.md in Purser.docc.

extension StoreProduct: JSONConvertible {
    var json: JSONText {
        [
            "id": id, "kind": type.rawValue, "name": displayName, "description": description, "price": price,
            "currency": currencyCode, "displayPrice": displayPrice, "familyShareable": isFamilyShareable,
            "subscription": subscription.map(json),
        ]
    }

    private func json(_ subscription: SubscriptionInfo) -> JSONText {
        let texts = Words.texts(self)
        return [
            "groupID": subscription.subscriptionGroupID, "level": subscription.groupLevel,
            "period": subscription.subscriptionPeriod.description,
            "displayPricePerPeriod": displayPricePerPeriod(in: texts),
            "displayPricePerWeek": displayPrice(per: .week), "displayPricePerMonth": displayPrice(per: .month),
            "displayPricePerYear": displayPrice(per: .year),
            "offers": subscription.offers.map { offer in
                [
                    "kind": offer.type.description, "id": offer.id, "paymentMode": offer.paymentMode.rawValue,
                    "price": offer.price, "period": offer.period.description, "periodCount": offer.periodCount,
                    "text": offer.formatted(for: self, in: texts),
                ] as JSONText
            },
            "seatPriceTiers": subscription.seatPriceTiers.map { tier in
                ["minimumSeats": tier.minimumSeats, "maximumSeats": tier.maximumSeats, "price": tier.price] as JSONText
            },
        ]
    }
}

extension StoreTransaction: JSONConvertible {
    var json: JSONText {
        [
            "id": id, "originalID": originalID, "productID": productID, "kind": productType.rawValue,
            "quantity": purchasedQuantity, "price": price, "currency": currencyCode,
            "storefront": storefrontCountryCode, "storefrontID": storefrontID, "appTransactionID": appTransactionID,
            "purchaseDate": purchaseTime, "expirationDate": expirationTime, "revocationDate": revocationTime,
            "revocationType": revocationType?.rawValue, "revocationPercentage": revocationPercentage,
            "isUpgraded": isUpgraded, "seats": seats,
            "additionalTransactionReason": additionalTransactionReason?.rawValue, "appAccountToken": appAccountToken,
            "offer": offer.map { $0.id ?? $0.type.description },
        ]
    }
}

extension StoreUpdate: JSONConvertible {
    var json: JSONText {
        [
            "sequence": sequence, "key": "\(key)", "account": account.name, "phase": "\(phase)", "kind": kind.rawValue,
            "finishing": finishing.rawValue, "context": context, "transaction": transaction,
            "renewalInfo": renewalInfo, "renewalState": renewalState?.rawValue,
        ]
    }
}

extension StoreRenewalInfo: JSONConvertible {
    var json: JSONText {
        [
            "originalTransactionID": originalTransactionID, "currentProductID": currentProductID,
            "willAutoRenew": willAutoRenew, "autoRenewPreference": autoRenewPreference,
            "expirationReason": expirationReason?.rawValue, "priceIncreaseStatus": priceIncreaseStatus.rawValue,
            "isInBillingRetry": isInBillingRetry, "gracePeriodExpirationDate": gracePeriodExpirationTime,
            "renewalDate": renewalTime, "renewalPrice": renewalPrice, "currency": currencyCode,
            "signedDate": signedTime, "renewalQuantity": renewalQuantity,
        ]
    }
}

extension PurchaseFailure: JSONConvertible {
    var json: JSONText { ["code": code.rawValue, "message": message] }
}

extension StoreAccount {
    /// The user's UUID, or `shared`.
    var name: String { userID?.uuidString ?? "\(self)" }
}
