#if canImport(StoreKit)
    import Purser
    import StoreKit

    import Foundation

    // StoreKit 1 keeps neither a request nor its delegate: each of these holds both until StoreKit has answered.

    /// Requests products.
    final class ProductsRequest: NSObject, SKProductsRequestDelegate {
        private let reply: Reply<Result<SKProductsResponse, any Error>>
        private var request: SKProductsRequest?
        private var kept: ProductsRequest?

        private init(_ reply: Reply<Result<SKProductsResponse, any Error>>) {
            self.reply = reply
            super.init()
        }

        /// Returns StoreKit's answer; a cancelled task does not wait for it.
        static func run(_ ids: Set<String>) async -> Result<SKProductsResponse, any Error> {
            let reply = Reply<Result<SKProductsResponse, any Error>>()
            start(ids, reply)
            return await reply.value(ifCancelled: .failure(CancellationError()))
        }

        private static func start(_ ids: Set<String>, _ reply: Reply<Result<SKProductsResponse, any Error>>) {
            let delegate = ProductsRequest(reply)
            let request = SKProductsRequest(productIdentifiers: ids)
            request.delegate = delegate
            (delegate.request, delegate.kept) = (request, delegate)
            request.start()
        }

        func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
            reply.resolve(.success(response))
        }

        func request(_ request: SKRequest, didFailWithError error: any Error) {
            reply.resolve(.failure(error))
            letGo()
        }

        func requestDidFinish(_ request: SKRequest) { letGo() }

        private func letGo() { (request, kept) = (nil, nil) }
    }

    /// Requests a new receipt.
    final class ReceiptRequest: NSObject, SKRequestDelegate {
        private let reply: Reply<(any Error)?>
        private var request: SKReceiptRefreshRequest?
        private var kept: ReceiptRequest?

        private init(_ reply: Reply<(any Error)?>) {
            self.reply = reply
            super.init()
        }

        /// Returns StoreKit's error, if there is one; a cancelled task does not wait for it.
        static func run() async -> (any Error)? {
            let reply = Reply<(any Error)?>()
            start(reply)
            return await reply.value(ifCancelled: CancellationError())
        }

        private static func start(_ reply: Reply<(any Error)?>) {
            let delegate = ReceiptRequest(reply)
            let request = SKReceiptRefreshRequest(receiptProperties: nil)
            request.delegate = delegate
            (delegate.request, delegate.kept) = (request, delegate)
            request.start()
        }

        func request(_ request: SKRequest, didFailWithError error: any Error) {
            reply.resolve(error)
            letGo()
        }

        func requestDidFinish(_ request: SKRequest) {
            reply.resolve(nil)
            letGo()
        }

        private func letGo() { (request, kept) = (nil, nil) }
    }
#endif
