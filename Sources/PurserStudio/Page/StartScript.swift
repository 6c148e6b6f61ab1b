#if Studio
    /// The page's start, and its updates.
    enum StartScript {
        /// The text.
        static let text = #"""
            // The page's start, and its updates.
            const show = coalesced(() => {
              if (!state) return;
              $("#title").textContent = state.title;
              document.title = `${state.title} – Purser Studio`;
              $("#clock").textContent = moment(state.now);
              $("#clock").dateTime = new Date(state.now).toISOString();
              const next = nextDue();
              $("#next").disabled = next === undefined;
              $("#next").textContent = next === undefined ? "Next event" : `Next event · ${shortDay(next)}`;
              $("#restore").hidden = !state.hasStore;
              if (view.ghost && view.ghost <= state.now) disagree();
              // Until something is bought or waits, the products come first.
              document.body.classList.toggle("empty", !state.totals.transactions && !state.pending.length);
              showLife();
              showTiles();
              showPending();
              showFronts();
              showProducts();
              showConditions();
              showRows();
              draw();
              if (!document.body.dataset.ready) {
                document.body.dataset.ready = "yes";
                choose(state.hasStore ? "update" : "event");
              }
              loadTimeline();
            });

            const begin = () => {
              const marks = Object.entries(NAMES).map(([kind, name]) => el("li", {}, svg("svg", { viewBox: "0 0 20 12", "aria-hidden": "true" }, svg("rect", { x: 0.5, y: 0.5, width: 19, height: 11, rx: 3, class: `is-${kind}` })), name));
              $("#legend").append(...marks);
              $("#filter").append(...FILTERS.map(([name, words]) => el("button", { type: "button", "data-filter": name, "aria-pressed": String(name === "all") }, words)));
              $("#filter").addEventListener("click", (event) => {
                const button = event.target.closest("button");
                if (!button) return;
                table.filter = button.dataset.filter;
                press($("#filter"), button);
                search();
              });
              let typing = 0;
              $("#search").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(() => { table.query = $("#search").value; search(); }, 120); });
              $("#rows").addEventListener("scroll", coalesced(showRows), { passive: true });
              $("#rows").addEventListener("keydown", (event) => {
                const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                if (step && event.target === $("#rows")) { event.preventDefault(); $("#rows").scrollTop += step * rowHeight(); }
              });

              $("#span").addEventListener("click", (event) => {
                const button = event.target.closest("button");
                if (!button) return;
                view.days = Number(button.dataset.days);
                press($("#span"), button);
                draw();
                loadTimeline();
              });
              const shift = (part) => { view.shift = part === undefined ? 0 : view.shift + view.days * part; disagree(); loadTimeline(); };
              $("#earlier").addEventListener("click", () => shift(-0.5));
              $("#later").addEventListener("click", () => shift(0.5));
              $("#today").addEventListener("click", () => shift());
              $("#go").addEventListener("click", agree);
              $("#stay").addEventListener("click", disagree);
              $("#save-svg").addEventListener("click", () => { const text = drawing(); if (text) save("subscriptions.svg", "image/svg+xml", text); });

              for (const button of document.querySelectorAll("[data-advance]")) button.addEventListener("click", () => advance(Number(button.dataset.advance)));
              $("#next").addEventListener("click", () => { const next = nextDue(); if (next) advance((next - state.now) / 1000 + 1); });
              $("#approve-all").addEventListener("click", () => act("approve", {}, "Approved all"));
              $("#restore").addEventListener("click", () => act("restore", {}, "Restored"));
              $("#hold").addEventListener("click", (event) => {
                isHeld = !isHeld;
                event.target.setAttribute("aria-pressed", String(isHeld));
                event.target.textContent = isHeld ? "Resume" : "Pause";
                showLog();
              });
              const kinds = Object.keys(logs);
              for (const kind of kinds) $(`#tab-${kind}`).addEventListener("click", () => choose(kind));
              $("[role=tablist]").addEventListener("keydown", (event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (step) choose(kinds[(kinds.indexOf(tab) + step + kinds.length) % kinds.length], true);
              });
              $("#front").addEventListener("change", loadPrices);
              $("#move").addEventListener("click", () => act("storefront", { country: $("#front").value }, `The customer has moved to ${$("#front").value}`));

              const sure = (title, words, name) => openSheet(title, el("p", { class: "none" }, words), el("div", { class: "acts" }, deed(title, name, {}, "Done", { class: "main" }), el("button", { type: "button", onclick: closeSheet }, "Cancel")));
              $("#clear").addEventListener("click", () => sure("Clear the account", "All transactions, subscriptions and waiting payments are removed. The products stay.", "clear"));
              $("#reset").addEventListener("click", () => sure("Reset everything", "The account is cleared, and all settings, faults and defects are reset.", "reset"));
              $("#sheet-close").addEventListener("click", closeSheet);
              $("#sheet").addEventListener("click", (event) => { if (event.target === $("#sheet")) closeSheet(); });
              $("#sheet").addEventListener("close", () => document.body.append($("#said"), $("#failed")));
              new ResizeObserver(coalesced(() => { table.shown = ""; draw(); showRows(); })).observe($("#timeline"));
              showLog();
              connect();
            };

            // The drawing as a separate file, in the page's colors.
            const drawing = () => {
              const root = $("#timeline svg");
              if (!root) return "";
              const copy = root.cloneNode(true);
              const looks = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight"];
              const [from, into] = [root.querySelectorAll("*"), copy.querySelectorAll("*")];
              from.forEach((node, place) => {
                const style = getComputedStyle(node);
                for (const look of looks) into[place].setAttribute(look, style.getPropertyValue(look).replace(/"/g, "'"));
                for (const name of ["class", "tabindex", "role", "aria-label"]) into[place].removeAttribute(name);
              });
              const { width, height } = root.viewBox.baseVal;
              for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height, "font-family": "system-ui, sans-serif" })) copy.setAttribute(name, value);
              copy.prepend(svg("rect", { width, height, fill: getComputedStyle($("#subscriptions")).backgroundColor }));
              return new XMLSerializer().serializeToString(copy);
            };

            begin();
            """#
    }
#endif
