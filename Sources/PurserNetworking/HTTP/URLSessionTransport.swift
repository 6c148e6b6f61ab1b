import Dispatch
import Foundation
import Purser

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests by the platform's URL loading.
///
/// Owns one session for as long as the program runs, because using a session that is being invalidated may crash on some platforms;
/// a request that must not be sent twice has a session of its own. Promises: a call ends once, at once when its task is
/// cancelled, and its receiver is not called after that; a receiver that is slower than the network makes the server wait, except
/// that elsewhere than on Apple's platforms memory grows while it blocks for more than a second, so files are requested in windows
/// there (``windowBytes``); nothing is cached, and no cookie is kept.
public final class URLSessionTransport: HTTPTransport {
    /// The transport of this program.
    public static let shared = URLSessionTransport()

    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let queue: OperationQueue

    private init() {
        exchanges = URLSessionExchanges()
        #if canImport(Darwin)
            queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
        #else
            queue = DelegateQueue { URLSessionExchanges.isCancelling }
        #endif
        session = Self.session(exchanges, queue)
    }

    private static func session(_ exchanges: URLSessionExchanges, _ queue: OperationQueue) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        // The caller sets the limit: a day is longer than any of them.
        configuration.timeoutIntervalForRequest = 86_400
        configuration.timeoutIntervalForResource = 7 * 86_400
        return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    /// 16 MiB where a task cannot be suspended; `nil` on Apple's platforms.
    public var windowBytes: Int64? {
        #if canImport(Darwin)
            nil
        #else
            16 << 20
        #endif
    }

    /// Sends a request, and returns when the server has sent everything.
    public func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
        try Task.checkCancellation()
        var wanted = URLRequest(url: request.url)
        wanted.httpMethod = request.method
        wanted.httpBody = request.body
        wanted.allowsCellularAccess = request.allowsMeteredNetworks
        #if canImport(Darwin)
            wanted.allowsExpensiveNetworkAccess = request.allowsMeteredNetworks
        #endif
        for (name, value) in request.headers { wanted.setValue(value, forHTTPHeaderField: name) }
        // A session of its own has no connection that was kept open, so nothing sends the request again.
        let exchanges = request.isSentOnce ? URLSessionExchanges() : exchanges
        let session = request.isSentOnce ? Self.session(exchanges, queue) : session
        let task = session.dataTask(with: wanted)
        let exchange = HTTPExchange(receiver, request)
        exchanges.begin(exchange, task)
        // It ends with its one task.
        if request.isSentOnce { session.finishTasksAndInvalidate() }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { caller in
                if exchange.wait(caller) { task.resume() }
            }
        } onCancel: {
            exchange.end(CancellationError())
            // Later: the session may hold a lock that the caller of cancel waits for. And between two calls of the delegate: see
            // `redirected`.
            queue.addOperation(
                BlockOperation {
                    exchange.cancelled()
                    URLSessionExchanges.cancel(task)
                })
        }
    }
}

/// The running exchanges, by their tasks: each report of the session goes to its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let table = Lock<[Int: HTTPExchange]>([:])

    func begin(_ exchange: HTTPExchange, _ task: URLSessionTask) {
        table.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(_ task: URLSessionTask) -> HTTPExchange? { table.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let exchange = exchange(dataTask), let answer = HTTPResponse(response) else {
            return completionHandler(.cancel)
        }
        completionHandler(exchange.begins(answer) ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(dataTask) else { return }
        guard exchange.receive(data) else {
            if exchange.cancelled() { Self.cancel(dataTask) }
            return
        }
        // Received bytes that were not taken yet are in memory. On other platforms a suspended task begins its request
        // again.
        #if canImport(Darwin)
            switch exchange.flow(arrived: dataTask.countOfBytesReceived) {
            case .stop: dataTask.suspend()
            case .go: dataTask.resume()
            case nil: break
            }
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let exchange = exchange(task), !exchange.isCancelled else {
            // If a task is cancelled while it waits for this answer, FoundationNetworking ends the program at the
            // answer.
            #if canImport(Darwin)
                completionHandler(nil)
            #endif
            return
        }
        guard
            let next = exchange.redirected(
                from: response.url, to: Self.target(response, request), status: response.statusCode)
        else {
            // On some platforms only this call reports the answer itself.
            if let answer = HTTPResponse(response) { _ = exchange.begins(answer) }
            return completionHandler(nil)
        }
        var request = request
        request.url = next
        // The app's credentials for one server are not for another.
        if next.host != response.url?.host { request.setValue(nil, forHTTPHeaderField: "Authorization") }
        completionHandler(request)
    }

    /// The address that a redirection names; `nil` for none.
    private static func target(_ response: HTTPURLResponse, _ request: URLRequest) -> URL? {
        #if canImport(Darwin)
            request.url
        #else
            // FoundationNetworking reads `file:///a` as the path `/a` of the same host, and `a` beside `/b/c` as `/a`.
            HTTPResponse(response)?.header("Location").flatMap { URL(string: $0, relativeTo: response.url) }?
                .absoluteURL
        #endif
    }

    #if !canImport(Darwin)
        /// A connection that was kept has ended, and the request is to be sent again over another one.
        ///
        /// FoundationNetworking would send it without its body, for which the server would wait.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            if let exchange = exchange(task) {
                exchange.lostConnection()
                // Later: libcurl calls this.
                session.delegateQueue.addOperation(
                    BlockOperation {
                        exchange.cancelled()
                        Self.cancel(task)
                    })
            }
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            // The answer with status 401 was passed on. Without this FoundationNetworking never ends the task.
            exchange(task)?.completed(nil)
            // This cancels the task.
            Self.cancel { completionHandler(.cancelAuthenticationChallenge, nil) }
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = table.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        // On some platforms only this call reports a redirection without an address.
        if error == nil, let answer = task.response.flatMap({ HTTPResponse($0) }) { _ = exchange.begins(answer) }
        exchange.completed(error)
    }
}

extension HTTPResponse {
    fileprivate init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        self.init(status: response.statusCode, url: url, headers: headers)
    }
}
