#if Studio
    /// The line for the current time, which moves forward.
    enum ClockScript {
        /// The text.
        static let text = #"""
            // "Now" as a line that moves forward by dragging, arrow keys or buttons. Time moves only after a person
            // confirms.
            const drawNow = (root, x, left, right, height, width) => {
              const time = view.ghost ?? state.now;
              const place = x(time);
              if (place < left - 1 || place > right + 1) return;
              const words = view.ghost ? `+${counted(Math.round((time - state.now) / DAY), "day")} · ${shortDay(time)}` : `Now · ${shortDay(time)}`;
              const wide = words.length * 6.9 + 22;
              const start = Math.min(Math.max(place - wide / 2, 4), width - wide - 4);
              if (view.ghost && x(state.now) >= left) root.append(svg("line", { x1: x(state.now), x2: x(state.now), y1: 38, y2: height, class: "was" }));
              root.append(svg("line", { x1: place, x2: place, y1: 24, y2: height, class: "now", "pointer-events": "none" }));
              const handle = svg("g", {
                class: "handle", tabindex: 0, role: "slider", "aria-label": "Clock of the App Store. Arrow keys move it a day, Page Up a month; Enter advances",
                "aria-valuemin": state.now, "aria-valuenow": time, "aria-valuemax": view.to, "aria-valuetext": day(time),
                onpointerdown: (event) => dragNow(event, place, right), onkeydown: keyNow,
              },
              svg("rect", { x: start, y: 2, width: wide, height: 24, rx: 12, class: "pill" }),
              svg("text", { x: start + wide / 2, y: 18.5, "text-anchor": "middle" }, words),
              // The area in which the line can be dragged.
              svg("rect", { x: place - 10, y: 24, width: 20, height: Math.max(0, height - 24), fill: "transparent" }));
              root.append(handle);
            };

            const setGhost = (time) => {
              const whole = state.now + Math.round((time - state.now) / DAY) * DAY;
              view.ghost = whole > state.now ? Math.min(whole, view.to) : null;
              draw();
            };

            const dragNow = (event, place, right) => {
              event.preventDefault();
              const begin = event.clientX;
              const move = (next) => setGhost(view.at(Math.min(right, place + next.clientX - begin)));
              const end = () => {
                for (const name of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(name, name === "pointermove" ? move : end);
                askGhost();
              };
              addEventListener("pointermove", move);
              addEventListener("pointerup", end);
              addEventListener("pointercancel", end);
            };

            const keyNow = (event) => {
              const days = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 30, PageDown: -30 }[event.key];
              if (days) {
                event.preventDefault();
                setGhost((view.ghost ?? state.now) + days * DAY);
                askGhost();
              } else if (event.key === "Enter" && view.ghost) agree();
              else if (event.key === "Escape") disagree();
            };

            // The events that are planned until a moment.
            const due = (time) => {
              let [renewals, others] = [0, 0];
              for (const line of view.lines) {
                for (const span of line.plan) if (span.start > state.now && span.start <= time) renewals += span.count || 1;
                const next = subscriptionOf(line.id).nextEventDate;
                if (!line.plan.length && next > state.now && next <= time) others += 1;
              }
              const parts = [counted(renewals, "renewal")];
              if (others) parts.push(counted(others, "other change"));
              return parts.join(" and ");
            };

            const askGhost = () => {
              $("#confirm").hidden = !view.ghost;
              if (view.ghost) $("#confirm p").textContent = `Advance to ${day(view.ghost)}: ${due(view.ghost)} due. The clock does not go back.`;
            };
            const advance = (seconds) => act("advance", { seconds: Math.max(1, Math.round(seconds)) });
            const agree = async () => {
              const time = view.ghost;
              view.ghost = null;
              askGhost();
              if (time) await advance((time - state.now) / 1000);
            };
            const disagree = () => { view.ghost = null; askGhost(); draw(); };
            const nextDue = () => {
              const times = state.subscriptions.map((one) => one.nextEventDate).filter((time) => time > state.now);
              return times.length ? Math.min(...times) : undefined;
            };
            """#
    }
#endif
