// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Not Sendable, as the headers say.
open class SKRequest: NSObject {
    open weak var delegate: (any SKRequestDelegate)?
    open func start() {}
    open func cancel() {}
}

public protocol SKRequestDelegate: NSObjectProtocol {
    func requestDidFinish(_ request: SKRequest)
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    public func requestDidFinish(_ request: SKRequest) {}
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

open class SKProductsRequest: SKRequest {
    private let identifiers: Set<String>

    public init(productIdentifiers: Set<String>) {
        identifiers = productIdentifiers
        super.init()
    }

    open override func start() { FakeQueue.current.start(Started(self), for: identifiers) }

    /// What the fake holds of a request that is under way: the request itself is held by who made it.
    package final class Started: @unchecked Sendable {
        private weak var request: SKProductsRequest?
        fileprivate init(_ request: SKProductsRequest) { self.request = request }

        package func end(_ answer: Result<SKProductsResponse, any Error>) {
            guard let request, let delegate = request.delegate else { return }
            switch answer {
            case .success(let response):
                (delegate as? any SKProductsRequestDelegate)?.productsRequest(request, didReceive: response)
                delegate.requestDidFinish(request)
            case .failure(let error): delegate.request(request, didFailWithError: error)
            }
        }
    }
}

public protocol SKProductsRequestDelegate: SKRequestDelegate {
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}

open class SKProductsResponse: NSObject, @unchecked Sendable {
    public let products: [SKProduct]
    public let invalidProductIdentifiers: [String]
    package init(products: [SKProduct], invalidProductIdentifiers: [String]) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
        super.init()
    }
}

open class SKReceiptRefreshRequest: SKRequest {
    public init(receiptProperties: [String: Any]?) { super.init() }

    open override func start() { FakeQueue.current.start(Started(self)) }

    /// What the fake holds of a request that is under way.
    package final class Started: @unchecked Sendable {
        private weak var request: SKReceiptRefreshRequest?
        fileprivate init(_ request: SKReceiptRefreshRequest) { self.request = request }

        package func end(_ error: (any Error)?) {
            guard let request, let delegate = request.delegate else { return }
            if let error {
                delegate.request(request, didFailWithError: error)
            } else {
                delegate.requestDidFinish(request)
            }
        }
    }
}
