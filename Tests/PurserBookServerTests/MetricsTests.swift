#if Server
    import Metrics
    import Testing

    @testable import PurserBookServer

    @Suite("Metrics in Prometheus' text form")
    struct MetricsTests {
        @Test(
            "Counters count on, gauges have the latest value, distributions have cumulative buckets; labels are escaped and sorted"
        )
        func text() {
            let metrics = PrometheusMetrics()
            for _ in 0..<2 {
                Counter(label: "answers", dimensions: [("b", "a\"\\\n"), ("a", "1")], factory: metrics).increment(by: 2)
            }
            for value in [7.0, 2.5] {
                Recorder(label: "wait-seconds", aggregate: false, factory: metrics).record(value)
            }
            for value in [0.002, 0.3, 1_000] {
                Recorder(label: "call_seconds", dimensions: [("c", "x")], aggregate: true, factory: metrics).record(
                    value)
            }
            let lines = metrics.text.split(separator: "\n").map(String.init)
            #expect(lines.first == "# TYPE answers counter")
            #expect(lines.contains(#"answers{a="1",b="a\"\\\n"} 4"#))
            #expect(lines.contains("# TYPE wait_seconds gauge") && lines.contains("wait_seconds 2.5"))
            #expect(lines.contains("# TYPE call_seconds histogram"))
            for (limit, count) in [("0.001", 0), ("0.0025", 1), ("0.25", 1), ("0.5", 2), ("300", 2), ("+Inf", 3)] {
                #expect(lines.contains(#"call_seconds_bucket{c="x",le="\#(limit)"} \#(count)"#), "\(limit)")
            }
            #expect(lines.contains(#"call_seconds_sum{c="x"} 1000.302"#))
            #expect(lines.contains(#"call_seconds_count{c="x"} 3"#))
        }

        @Test("A gauge that is destroyed is no longer shown; counters and distributions count on")
        func destroyed() {
            let metrics = PrometheusMetrics()
            for name in ["mailer", "index"] {
                Recorder(label: "due", dimensions: [("c", name)], aggregate: false, factory: metrics).record(3)
                Counter(label: "sent", dimensions: [("c", name)], factory: metrics).increment()
            }
            Recorder(label: "due", dimensions: [("c", "mailer")], aggregate: false, factory: metrics).destroy()
            Counter(label: "sent", dimensions: [("c", "mailer")], factory: metrics).destroy()
            #expect(
                metrics.text
                    == "# TYPE due gauge\ndue{c=\"index\"} 3\n# TYPE sent counter\nsent{c=\"index\"} 1\nsent{c=\"mailer\"} 1\n"
            )
            Recorder(label: "due", dimensions: [("c", "index")], aggregate: false, factory: metrics).destroy()
            #expect(!metrics.text.contains("due"))
        }

        @Test("A name that has two kinds is shown as the first one alone")
        func kinds() {
            let metrics = PrometheusMetrics()
            Counter(label: "a", factory: metrics).increment()
            Recorder(label: "a", aggregate: true, factory: metrics).record(1)
            #expect(metrics.text == "# TYPE a counter\na 1\n")
        }
    }
#endif
