#if Studio
    /// A file of the page.
    ///
    /// The files are texts in the program: a static executable contains them without a separate folder, and a build
    /// without the trait does not compile them.
    enum StudioFile: String, Sendable, Hashable {
        case page = ""
        case style = "studio.css"
        case script = "studio.js"
        case icon = "studio.svg"

        /// Its content.
        var text: String {
            switch self {
            case .page: PageMarkup.text
            case .style: [FrameStyle.text, ListStyle.text, SideStyle.text, NarrowStyle.text].joined(separator: "\n")
            case .script: Self.wholeScript
            case .icon: Self.drawing
            }
        }

        /// Its type.
        var type: String {
            switch self {
            case .page: "text/html; charset=utf-8"
            case .style: "text/css; charset=utf-8"
            case .script: "text/javascript; charset=utf-8"
            case .icon: "image/svg+xml"
            }
        }

        /// All parts of the script in one scope, which hides them from other scripts.
        private static var wholeScript: String {
            let parts = [
                KitScript.text, StreamScript.text, TimelineScript.text, ClockScript.text, TableScript.text,
                PanelsScript.text, StartScript.text,
            ]
            return "\"use strict\";\n(() => {\n\(parts.joined(separator: "\n"))\n})();\n"
        }

        /// The icon of an anchor.
        private static let drawing = #"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
            <rect width="32" height="32" rx="8" fill="#0b7a70"/>
            <g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round">
            <circle cx="16" cy="8.6" r="2.6"/>
            <path d="M16 11.4V25M11 15h10M7 19c.6 4 4.4 6 9 6s8.4-2 9-6"/>
            </g>
            </svg>
            """#
    }
#endif
