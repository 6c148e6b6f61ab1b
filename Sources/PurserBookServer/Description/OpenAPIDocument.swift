#if Server
    import Purser
    import PurserFormats
    import PurserVerification

    /// The routes and the webhook as a document of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html).
    enum OpenAPIDocument {
        /// It as JSON.
        static let text = value.text + "\n"

        private static var value: JSONValue {
            var paths: [String: JSONValue] = [:]
            for route in BookRoute.allCases { paths[route.description.path] = path(route.description) }
            let token: [String: JSONValue] = ["type": .string("http"), "scheme": .string("bearer")]
            return .object([
                "openapi": .string("3.1.0"),
                "info": .object([
                    "title": .string("Purchase book"), "version": .string("1"),
                    "description": .string(
                        "Records what the App Store sells, and says what users own. Later versions only add to this."),
                ]),
                "servers": .array([.object(["url": .string("/")])]),
                "paths": .object(paths),
                "webhooks": .object(["update": .object(["post": webhook])]),
                "components": .object([
                    "schemas": .object(OpenAPISchemas.all),
                    "securitySchemes": .object(["operator": .object(token)]),
                ]),
            ])
        }

        private static func path(_ route: RouteDescription) -> JSONValue {
            var members: [String: JSONValue] = [:]
            for method in route.methods {
                members[method.lowercased()] = operation(route, isHead: method == "HEAD")
            }
            if let place = route.place { members["parameters"] = .array([parameter(place, in: "path", "User")]) }
            return .object(members)
        }

        private static func operation(_ route: RouteDescription, isHead: Bool) -> JSONValue {
            var answers: [String: JSONValue] = [:]
            for answer in route.allAnswers { answers["\(answer.status)"] = response(answer, isHead: isHead) }
            var members: [String: JSONValue] = [
                "operationId": .string(route.operation + (isHead ? "Head" : "")), "summary": .string(route.summary),
                "responses": .object(answers),
            ]
            if let body = route.body { members["requestBody"] = posted(body.meaning, body.type, body.schema) }
            if route.needsToken { members["security"] = .array([.object(["operator": .array([])])]) }
            return .object(members)
        }

        private static func response(_ answer: RouteDescription.Answer, isHead: Bool) -> JSONValue {
            var members: [String: JSONValue] = ["description": .string(answer.meaning)]
            if let schema = answer.schema, !isHead { members["content"] = content(answer.type, schema) }
            if let (name, meaning) = answer.field {
                let field: [String: JSONValue] = [
                    "description": .string(meaning), "required": .bool(true),
                    "schema": .object(["type": .string("string")]),
                ]
                members["headers"] = .object([name: .object(field)])
            }
            return .object(members)
        }

        /// A post to a webhook, which a receiver answers.
        private static var webhook: JSONValue {
            .object([
                "operationId": .string("update"),
                "summary": .string(
                    "An update of a user, at least once and in the user's order, signed as Standard Webhooks describes."
                ),
                "parameters": .array([
                    parameter("webhook-id", in: "header", "UpdateKey"),
                    parameter("webhook-timestamp", in: "header", "PostTime"),
                    parameter("webhook-signature", in: "header", "Signatures"),
                ]),
                "requestBody": posted("The update.", "application/json", "Update"),
                "responses": .object([
                    "2XX": .object(["description": .string("It is dealt with, and not posted again.")]),
                    "default": .object([
                        "description": .string(
                            "It is posted again after a pause; with Retry-After not before its end.")
                    ]),
                ]),
            ])
        }

        private static func posted(_ meaning: String, _ type: String, _ schema: String) -> JSONValue {
            .object([
                "description": .string(meaning), "required": .bool(true), "content": content(type, schema),
            ])
        }

        private static func parameter(_ name: String, in place: String, _ schema: String) -> JSONValue {
            .object([
                "name": .string(name), "in": .string(place), "required": .bool(true), "schema": reference(schema),
            ])
        }

        private static func content(_ type: String, _ schema: String) -> JSONValue {
            .object([type: .object(["schema": reference(schema)])])
        }

        private static func reference(_ schema: String) -> JSONValue {
            .object(["$ref": .string("#/components/schemas/\(schema)")])
        }
    }
#endif
