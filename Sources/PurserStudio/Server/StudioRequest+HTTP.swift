#if Studio
    import HTTPTypes
    import Hummingbird

    extension StudioRequest {
        /// Reads a browser's request.
        init(_ request: Request) {
            let head = request.head
            method = head.method.rawValue
            target = head.path ?? "/"
            // The header Host of HTTP/1.1.
            host = head.authority
            origin = request.headers[.origin]
            contentType = request.headers[.contentType]
            fetchSite = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
            lastEventID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        }
    }
#endif
