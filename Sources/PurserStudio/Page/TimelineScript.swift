#if Studio
    /// The history of each subscription as a drawing.
    enum TimelineScript {
        /// The text.
        static let text = #"""
            // The history of each subscription as a drawing. It is fully redrawn each time: a few hundred shapes at
            // most.
            const view = { days: 365, shift: 0, ghost: null, lines: [], from: 0, to: 0, shown: "" };
            const NAMES = { paid: "Paid", offer: "Offer", trial: "Free trial", grace: "Grace period", retry: "Billing retry", revoked: "Refunded", plan: "Planned" };

            const isNarrow = () => $("#timeline").clientWidth < 560;
            const range = () => {
              const days = isNarrow() ? Math.round(view.days * 0.6) : view.days;
              const middle = state.now + view.shift * DAY;
              return [middle - days * 0.62 * DAY, middle + days * 0.38 * DAY];
            };

            // The server sends the visible spans, and combines those that are too short to see.
            const loadTimeline = single(async () => {
              if (!state) return;
              const [from, to] = range();
              const margin = (to - from) / 4;
              try {
                view.lines = (await get(`timeline?from=${Math.round(from - margin)}&to=${Math.round(to + margin)}`)).lines;
                draw();
              } catch (error) {
                if (stream.readyState === EventSource.OPEN) complain(error.message);
              }
            });

            const subscriptionOf = (id) => state.subscriptions.find((subscription) => subscription.id === id) || {};
            const stands = (one) => {
              switch (one.state) {
                case "subscribed": return one.willAutoRenew ? `Renews ${day(one.renewalDate || one.periodEnd)}` : `Ends ${day(one.periodEnd)}`;
                case "inGracePeriod": return `Grace period until ${shortDay(one.gracePeriodEnd || one.nextEventDate || one.periodEnd)}`;
                case "inBillingRetryPeriod": return `Billing retry until ${shortDay(one.billingRetryEnd || one.nextEventDate || one.periodEnd)}`;
                case "revoked": return "Refunded";
                default: return `${capital(spaced(one.state || ""))} ${day(one.periodEnd)}`;
              }
            };

            const pattern = (id, back, front) => svg("pattern", { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
              svg("rect", { width: 7, height: 7, class: back }), svg("rect", { width: 3, height: 7, class: front }));

            const label = (span) => {
              if (span.count > 1) return `${number(span.count)} periods`;
              if (span.kind === "paid" || span.kind === "offer" || span.kind === "plan") return span.price || "";
              return { trial: "Free trial", grace: "Grace", retry: "Retry", revoked: "Refunded" }[span.kind] || "";
            };

            const drawAxis = (root, x, from, to, top, height, width) => {
              const days = (to - from) / DAY;
              const step = days > 1200 ? 12 : days > 500 ? 3 : days > 250 && width < 900 ? 2 : 1;
              const first = new Date(from);
              let index = first.getUTCFullYear() * 12 + first.getUTCMonth() + 1;
              index += (step - (index % step)) % step;
              const now = x(view.ghost ?? state.now);
              for (; ; index += step) {
                const time = Date.UTC(Math.floor(index / 12), index % 12, 1);
                if (time >= to) break;
                root.append(svg("line", { x1: x(time), x2: x(time), y1: top - 8, y2: height, class: "grid" }));
                // The text keeps clear of the line's text.
                if ((now < x(time) - 70 || now > x(time) + 96) && x(time) + 34 < width) {
                  root.append(svg("text", { x: x(time) + 4, y: top - 14, class: "tick" }, index % 12 === 0 ? year(time) : month(time)));
                }
              }
            };

            const drawSpan = (group, span, x, y, left, right) => {
              if (span.kind === "expired") return;
              const end = span.end ?? Math.max(span.start, state.now);
              const width = Math.max(1.5, x(end) - x(span.start) - 2);
              const box = svg("rect", { x: x(span.start) + 1, y, width, height: 24, rx: Math.min(5, width / 4), class: `is-${span.kind}` });
              const words = label(span);
              box.append(svg("title", {}, `${NAMES[span.kind] || capital(span.kind)}${span.price ? ` ${span.price}` : ""}, ${day(span.start)} – ${day(end)}${span.count > 1 ? `, ${number(span.count)} periods` : ""}`));
              group.append(box);
              let [a, b] = [Math.max(x(span.start), left), Math.min(x(end), right)];
              const cut = x(view.ghost ?? state.now);
              if (a < cut && b > cut) { if (cut - a > b - cut) b = cut - 2; else a = cut + 2; }
              if (words && b - a > words.length * 7 + 12) {
                group.append(svg("text", { x: (a + b) / 2, y: y + 16.5, "text-anchor": "middle", class: `on-${span.kind}`, "pointer-events": "none" }, words));
              } else if (span.kind === "revoked" && b - a > 15) {
                group.append(svg("text", { x: (a + b) / 2, y: y + 16.5, "text-anchor": "middle", class: "on-revoked", "pointer-events": "none" }, "↩"));
              }
            };

            const drawLine = (line, place, words, x, y, height, left, right, narrow) => {
              const one = subscriptionOf(line.id);
              const standing = stands(one);
              const periods = line.spans.reduce((sum, span) => sum + (span.transaction || span.count > 1 ? span.count || 1 : 0), 0);
              const open = () => showSubscription(line.id);
              const group = svg("g", {
                class: "line", role: "button", tabindex: 0, "data-subscription": line.id,
                "aria-label": `${line.name}. ${standing}. ${counted(periods, "period")} in view. Open`,
                onclick: open, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
              });
              group.append(svg("rect", { x: 6, y: y + 3, width: right + 4, height: height - 6, rx: 6, class: "hit" }));
              if (place) group.append(svg("line", { x1: 16, x2: right, y1: y, y2: y, class: "between" }));
              const most = narrow ? 22 : 21;
              const name = line.name.length > most ? `${line.name.slice(0, most - 1)}…` : line.name;
              words.append(svg("text", { x: 16, y: narrow ? y + 21 : y + 26, class: "name" }, name), narrow
                ? svg("text", { x: right, y: y + 21, class: "sub", "text-anchor": "end" }, standing)
                : svg("text", { x: 16, y: y + 44, class: "sub" }, standing));
              const bars = svg("g", { "clip-path": "url(#clip)" });
              for (const span of [...line.spans, ...line.plan]) drawSpan(bars, span, x, narrow ? y + 31 : y + 17, left, right);
              if (!line.plan.length && line.spans.every((span) => span.kind === "expired")) bars.append(svg("text", { x: left + 4, y: narrow ? y + 48 : y + 34, class: "sub" }, "No period in view"));
              group.append(bars);
              return group;
            };

            const draw = () => {
              const box = $("#timeline");
              const width = box.clientWidth;
              if (!state || width < 200) return;
              const isEmpty = !state.subscriptions.length;
              $("#legend").hidden = $("#subscriptions .end").hidden = $("#save-svg").hidden = isEmpty;
              if (isEmpty) {
                view.shown = "";
                box.replaceChildren(el("p", { class: "none" }, "No subscription yet. Each one that is bought under Products gets a line here, with its periods, offers, failed payments and refunds. Drag the line Now forward, and time passes."));
              }
              if (isEmpty || !view.lines.length) return;
              // An unchanged drawing stays, so that a click is not lost.
              const key = JSON.stringify([view.lines, state.subscriptions, state.now, view.ghost, view.days, view.shift, width]);
              if (key === view.shown) return;
              view.shown = key;
              const narrow = isNarrow();
              const [left, right, top, row] = [narrow ? 16 : 196, width - 16, 46, narrow ? 68 : 60];
              const height = top + view.lines.length * row + 4;
              const [from, to] = range();
              const x = (time) => left + ((time - from) / (to - from)) * (right - left);
              const at = (place) => from + ((place - left) / (right - left)) * (to - from);
              [view.from, view.to, view.at] = [from, to, at];
              const root = svg("svg", { height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Periods of each subscription" });
              root.append(svg("defs", {}, pattern("stripes", "stripe-back", "stripe"), pattern("crossed", "cross-back", "cross"),
                svg("clipPath", { id: "clip" }, svg("rect", { x: left, y: 0, width: right - left, height }))));
              const now = Math.min(Math.max(x(state.now), left), right);
              root.append(svg("rect", { x: now, y: top - 8, width: right - now, height: height - top + 8, class: "future" }));
              drawAxis(root, x, from, to, top, height, right);
              const words = svg("g", { "pointer-events": "none", "aria-hidden": "true" });
              view.lines.forEach((line, place) => root.append(drawLine(line, place, words, x, top + place * row, row, left, right, narrow)));
              drawNow(root, x, left, right, height, width);
              root.append(words);
              const focused = document.activeElement;
              const again = focused?.closest?.("#timeline .handle") ? ".handle" : focused?.dataset?.subscription && focused.closest("#timeline") ? `[data-subscription="${CSS.escape(focused.dataset.subscription)}"]` : "";
              box.replaceChildren(root);
              if (again) box.querySelector(again)?.focus();
            };
            """#
    }
#endif
