#if Verification
    // The table of all calls: method, path, rate and effect.
    extension ServerAPICall {
        /// Extends the renewal dates of all active subscribers of a product.
        public static let extendRenewalDateForAllActiveSubscribers = Self(
            name: "extendRenewalDateForAllActiveSubscribers", method: "POST",
            path: "/inApps/v1/subscriptions/extend/mass", rate: 1, effect: .acts)
        /// Extends one subscription.
        public static let extendSubscriptionRenewalDate = Self(
            name: "extendSubscriptionRenewalDate", method: "PUT", path: "/inApps/v1/subscriptions/extend/{}", rate: 20,
            effect: .acts)
        /// The states of a customer's subscriptions.
        public static let getAllSubscriptionStatuses = Self(
            name: "getAllSubscriptionStatuses", method: "GET", path: "/inApps/v1/subscriptions/{}", rate: 50,
            effect: .reads)
        /// A page of a customer's refunds.
        public static let getRefundHistory = Self(
            name: "getRefundHistory", method: "GET", path: "/inApps/v2/refund/lookup/{}", rate: 10, effect: .reads)
        /// The result of an extension for all subscribers.
        public static let getStatusOfSubscriptionRenewalDateExtensions = Self(
            name: "getStatusOfSubscriptionRenewalDateExtensions", method: "GET",
            path: "/inApps/v1/subscriptions/extend/mass/{}/{}", rate: 1, effect: .reads)
        /// The result of a test notification.
        public static let getTestNotificationStatus = Self(
            name: "getTestNotificationStatus", method: "GET", path: "/inApps/v1/notifications/test/{}", rate: 1,
            effect: .reads)
        /// A page of a customer's transactions.
        public static let getTransactionHistory = Self(
            name: "getTransactionHistory", method: "GET", path: "/inApps/v2/history/{}", rate: 50, effect: .reads)
        /// One transaction.
        public static let getTransactionInfo = Self(
            name: "getTransactionInfo", method: "GET", path: "/inApps/v1/transactions/{}", rate: 50, effect: .reads)
        /// The transactions of an order.
        public static let lookUpOrderId = Self(
            name: "lookUpOrderId", method: "GET", path: "/inApps/v1/lookup/{}", rate: 10, effect: .reads)
        /// Requests a test notification from Apple.
        public static let requestTestNotification = Self(
            name: "requestTestNotification", method: "POST", path: "/inApps/v1/notifications/test", rate: 1,
            effect: .acts)
        /// A page of the notifications that Apple sent.
        public static let getNotificationHistory = Self(
            name: "getNotificationHistory", method: "POST", path: "/inApps/v1/notifications/history", rate: 50,
            effect: .reads)
        /// Answers a consumption request in the deprecated first version.
        public static let sendConsumptionData = Self(
            name: "sendConsumptionData", method: "PUT", path: "/inApps/v1/transactions/consumption/{}", rate: 50,
            effect: .settles)
        /// Answers a consumption request.
        public static let sendConsumptionInformation = Self(
            name: "sendConsumptionInformation", method: "PUT", path: "/inApps/v2/transactions/consumption/{}", rate: 50,
            effect: .settles)
        /// Sets the app account token of a purchase: the app's user.
        public static let setAppAccountToken = Self(
            name: "setAppAccountToken", method: "PUT", path: "/inApps/v1/transactions/{}/appAccountToken", rate: 20,
            effect: .settles)
        /// Uploads an image of retention messages.
        public static let uploadImage = Self(
            name: "uploadImage", method: "PUT", path: "/inApps/v1/messaging/image/{}", rate: 1, effect: .acts)
        /// Deletes an image.
        public static let deleteImage = Self(
            name: "deleteImage", method: "DELETE", path: "/inApps/v1/messaging/image/{}", rate: 1, effect: .acts)
        /// All images.
        public static let getImageList = Self(
            name: "getImageList", method: "GET", path: "/inApps/v1/messaging/image/list", rate: 1, effect: .reads)
        /// Uploads a retention message.
        public static let uploadMessage = Self(
            name: "uploadMessage", method: "PUT", path: "/inApps/v1/messaging/message/{}", rate: 1, effect: .acts)
        /// Deletes a message.
        public static let deleteMessage = Self(
            name: "deleteMessage", method: "DELETE", path: "/inApps/v1/messaging/message/{}", rate: 1, effect: .acts)
        /// All messages.
        public static let getMessageList = Self(
            name: "getMessageList", method: "GET", path: "/inApps/v1/messaging/message/list", rate: 1, effect: .reads)
        /// Sets the message of a product and a language.
        public static let configureDefaultMessage = Self(
            name: "configureDefaultMessage", method: "PUT", path: "/inApps/v1/messaging/default/{}/{}", rate: 10,
            effect: .settles)
        /// Removes the message of a product and a language.
        public static let deleteDefaultMessage = Self(
            name: "deleteDefaultMessage", method: "DELETE", path: "/inApps/v1/messaging/default/{}/{}", rate: 1,
            effect: .acts)
        /// The message of a product and a language.
        public static let getDefaultMessage = Self(
            name: "getDefaultMessage", method: "GET", path: "/inApps/v1/messaging/default/{}/{}", rate: 1,
            effect: .reads)
        /// Sets the address from which Apple requests messages.
        public static let configureRealtimeURL = Self(
            name: "configureRealtimeURL", method: "PUT", path: "/inApps/v1/messaging/realtime/url", rate: 1,
            effect: .settles)
        /// Removes the address for messages.
        public static let deleteRealtimeURL = Self(
            name: "deleteRealtimeURL", method: "DELETE", path: "/inApps/v1/messaging/realtime/url", rate: 1,
            effect: .acts)
        /// Reads the address for messages.
        public static let getRealtimeURL = Self(
            name: "getRealtimeURL", method: "GET", path: "/inApps/v1/messaging/realtime/url", rate: 1, effect: .reads)
        /// Begins a performance test of the address for messages.
        public static let initiatePerformanceTest = Self(
            name: "initiatePerformanceTest", method: "POST", path: "/inApps/v1/messaging/performanceTest", rate: 1,
            effect: .acts)
        /// The result of a performance test.
        public static let getPerformanceTestResults = Self(
            name: "getPerformanceTestResults", method: "GET", path: "/inApps/v1/messaging/performanceTest/result/{}",
            rate: 1, effect: .reads)
        /// The customer's app transaction.
        public static let getAppTransactionInfo = Self(
            name: "getAppTransactionInfo", method: "GET", path: "/inApps/v1/transactions/appTransactions/{}", rate: 50,
            effect: .reads)
        /// Finishes a delivered transaction.
        public static let finishTransaction = Self(
            name: "finishTransaction", method: "POST", path: "/inApps/v1/transactions/{}/finish", rate: 50,
            effect: .settles)

        /// All calls, in the order of Apple's libraries.
        public static let all: [ServerAPICall] = [
            .extendRenewalDateForAllActiveSubscribers, .extendSubscriptionRenewalDate, .getAllSubscriptionStatuses,
            .getRefundHistory, .getStatusOfSubscriptionRenewalDateExtensions, .getTestNotificationStatus,
            .getTransactionHistory, .getTransactionInfo, .lookUpOrderId, .requestTestNotification,
            .getNotificationHistory, .sendConsumptionData, .sendConsumptionInformation, .setAppAccountToken,
            .uploadImage, .deleteImage, .getImageList, .uploadMessage, .deleteMessage, .getMessageList,
            .configureDefaultMessage, .deleteDefaultMessage, .getDefaultMessage, .configureRealtimeURL,
            .deleteRealtimeURL, .getRealtimeURL, .initiatePerformanceTest, .getPerformanceTestResults,
            .getAppTransactionInfo, .finishTransaction,
        ]
    }
#endif
