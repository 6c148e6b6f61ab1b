#if Studio
    /// Approvals, events, products, faults.
    enum PanelsScript {
        /// The text.
        static let text = #"""
            // The side panels: approvals, events, products, conditions.
            let isHeld = false;
            let tab = "update";
            let prices = null;

            const tile = (name, value, small = "") => el("div", {}, el("dt", {}, name), el("dd", {}, value, small ? el("small", {}, small) : ""));
            const showTiles = () => {
              const sums = state.totals;
              $("#tiles").replaceChildren(
                tile("Charged", sums.charged.join(" + ") || "–", counted(sums.charges, "charge")), tile("Refunded", sums.refunded.join(" + ") || "–"),
                tile("Transactions", number(sums.transactions)), tile("Subscriptions", number(sums.active), `of ${number(sums.subscriptions)} active`),
                tile("Unfinished", sums.unfinished === undefined ? "–" : number(sums.unfinished)), tile("Waiting", number(state.pending.length)));
              $("#active").textContent = sums.subscriptions ? `${number(sums.active)} of ${number(sums.subscriptions)} active` : "";
            };

            const REASONS = { asksToBuy: "Ask to Buy", interrupted: "Interrupted", deferred: "Deferred" };
            const showPending = () => {
              $("#waiting").textContent = state.pending.length || "";
              $("#approve-all").hidden = state.pending.length < 2;
              keep($("#pending"), [state.pending, state.isAttached], pendingItems);
            };
            const pendingItems = () => {
              const items = state.pending.map((one) => el("li", { "data-payment": one.payment },
                el("div", { class: "grow" }, el("b", {}, one.name), el("small", {}, [one.price, shortDay(one.since)].filter(Boolean).join(" · ")), el("small", {}, REASONS[one.reason] || capital(spaced(one.reason)))),
                el("button", { type: "button", "aria-label": `Decline ${one.name}`, onclick: () => act("decline", { payment: one.payment }, `Declined ${one.name}`) }, "Decline"),
                el("button", { type: "button", class: "main", "aria-label": `Approve ${one.name}`, onclick: () => act("approve", { payment: one.payment }, `Approved ${one.name}`) }, "Approve")));
              if (!items.length) {
                const hint = state.isAttached ? "No payment is waiting. With Ask to Buy on, purchases of the app wait here." : "No payment is waiting. Switch Ask to Buy on, and purchases wait here.";
                items.push(el("li", { class: "soft" }, hint));
              }
              return items;
            };

            const EFFECTS = { granted: "tag good", revoked: "tag bad", failed: "tag warn" };
            const showEntry = (entry) => {
              const number = entry.number ? `#${entry.number}` : "";
              const title = entry.kind === "notification"
                ? el("button", { type: "button", onclick: () => showNotification(entry) }, entry.title)
                : el("b", {}, entry.title);
              const rest = [entry.detail, shortMoment(entry.date)].filter(Boolean).join(" · ");
              const small = el("small", {}, ...(entry.phase ? [el("span", { class: `phase ${entry.phase}` }, entry.phase), ` · ${rest}`] : [rest]));
              return el("li", { class: entry.phase || "", "data-number": entry.number },
                el("span", { class: "code" }, number), title, entry.effect ? el("span", { class: EFFECTS[entry.effect] || "tag" }, entry.effect) : el("span"), small);
            };

            const EMPTY = {
              update: () => (state && !state.hasStore ? "This app does not show its store, only its App Store: see Events." : "No update yet. Each purchase, renewal and refund is one, numbered and in the order of its phase."),
              event: () => "No event since Studio was opened.",
              notification: () => "Notifications to the app’s server appear here.",
            };
            const showLog = coalesced(() => {
              for (const kind of Object.keys(logs)) $(`#tab-${kind} .count`).textContent = totals[kind] ? number(totals[kind]) : "";
              if (isHeld) return;
              keep($("#log ol"), [tab, changes[tab], state?.hasStore], () =>
                logs[tab].length ? logs[tab].map(showEntry) : [el("li", { class: "none" }, el("span"), EMPTY[tab]())]);
            });

            const choose = (kind, focus) => {
              tab = kind;
              for (const button of document.querySelectorAll("[role=tab]")) {
                const isChosen = button.id === `tab-${kind}`;
                button.setAttribute("aria-selected", String(isChosen));
                button.tabIndex = isChosen ? 0 : -1;
                if (isChosen && focus) button.focus();
              }
              $("#log").setAttribute("aria-labelledby", `tab-${kind}`);
              $("#log").scrollTop = 0;
              showLog();
            };

            const showNotification = (entry) => openSheet(entry.title,
              facts([["Number", entry.number && `#${entry.number}`], ["Date", moment(entry.date)], ["About", entry.detail], ["Signature", entry.isSigned ? "Signed; decoded below" : "This App Store does not sign"]]),
              ...(entry.parts || []).flatMap((part) => [el("h3", {}, part.name), el("pre", {}, JSON.stringify(part.content, null, 2))]),
              entry.jws ? el("h3", {}, "As it is sent") : undefined, entry.jws ? el("pre", {}, entry.jws) : undefined);

            const showProducts = () => {
              const country = $("#front").value || state.storefront;
              const isElsewhere = country !== state.storefront;
              const shown = prices && prices.country === country ? prices.prices : {};
              $("#moving").hidden = !isElsewhere;
              $("#moving span").textContent = `The customer’s storefront is ${state.storefront}. These are the prices of ${country}.`;
              if (!state.products.length) return keep($("#stock"), [], () => [el("li", { class: "soft" }, "The products that this App Store sells appear here. It sells none yet.")]);
              keep($("#stock"), [state.products, isElsewhere, shown], () => state.products.map((one) => el("li", { "data-product": one.id },
                el("div", { class: "grow" }, el("b", {}, one.name), el("small", {}, [one.type.replace("Auto-Renewable ", ""), one.periodWords].filter(Boolean).join(", ")), el("small", { class: "code cut", title: one.id }, one.id)),
                el("span", { class: "price" }, isElsewhere ? shown[one.id] || "…" : one.price),
                el("button", { type: "button", "aria-label": `Buy ${one.name}`, onclick: () => buy(one) }, "Buy"))));
            };
            const buy = async (one) => {
              const result = await act("buy", { product: one.id });
              if (!result) return;
              say({ pending: `${one.name} waits for approval`, cancelled: `${one.name} was cancelled` }[result.outcome] || `Bought ${one.name}`);
            };
            const loadPrices = async () => {
              const country = $("#front").value;
              showProducts();
              if (!country || country === state.storefront) return;
              try { prices = await get(`prices?country=${encodeURIComponent(country)}`); showProducts(); } catch (error) { complain(error.message); }
            };
            const showFronts = () => {
              const box = $("#front");
              if (!box.options.length) box.append(...state.storefronts.map((one) => el("option", { value: one.country }, `${one.country} · ${one.currency}`)));
              if (box.dataset.customer !== state.storefront) { box.dataset.customer = state.storefront; box.value = state.storefront; }
            };

            // Switches. A value that the App Store does not report is shown as unknown until it is set.
            const SWITCHES = [
              ["asksToBuy", "Ask to Buy", "Each purchase waits for a parent", (on) => act("ask", { on })],
              ["grace", "Billing grace period", "A failed renewal is still used for a while", (on) => act("grace", { on })],
              ["offline", "Network down", "Every call fails, and nothing is reported", (on) => act("network", { on: !on })],
              ["forbidden", "Payments forbidden", "The customer may not pay", (on) => act("payments", { on: !on })],
              ["chaos", "Chaos", "Delays, repetitions, lost answers, failing calls", (on) => act("faults", { chaos: on })],
            ];
            const toggle = (id, name, detail, work) => el("label", { class: "switch" },
              el("span", { class: "grow" }, el("span", {}, name), el("small", {}, detail)),
              el("input", { type: "checkbox", role: "switch", id, onchange: async (event) => { if (!(await work(event.target.checked))) showConditions(); } }));
            const DEFECTS = {
              cancelledAfterPurchase: "A purchase that succeeded is reported as cancelled",
              errorBeforeCharge: "A purchase ends with an error, and is charged",
              nothingListedAfterPurchase: "A purchase is not listed for a second",
              purchaseReportedAgain: "A purchase is reported again a second later",
              emptyEntitlements: "A restore returns nothing",
              finishNotTaken: "A finish reports success without effect",
              originalIDChanged: "A subscription has another original identifier after a launch",
              statusMissing: "The state of subscriptions is not reported",
            };
            const setDefects = () => {
              const chances = {};
              for (const name of state.defects) if ($(`#defect-${CSS.escape(name)}`).checked) chances[name] = 1;
              return act("defects", { chances });
            };
            const showConditions = () => {
              if (!$("#switches").children.length) {
                $("#switches").append(...SWITCHES.map(([id, ...rest]) => toggle(`switch-${id}`, ...rest)));
                $("#defects div").append(...state.defects.map((name) => toggle(`defect-${name}`, capital(spaced(name)), DEFECTS[name] || "", setDefects)));
              }
              const now = state.conditions;
              const values = { asksToBuy: now.asksToBuy, grace: now.grace, offline: now.network === undefined ? undefined : !now.network, forbidden: now.payments === undefined ? undefined : !now.payments, chaos: now.chaos };
              let faulty = 0;
              const set = (id, value) => {
                const input = $(`#${CSS.escape(id)}`);
                input.checked = value === true;
                input.closest("label").classList.toggle("unknown", value === undefined);
              };
              for (const [id, value] of Object.entries(values)) set(`switch-${id}`, value);
              for (const name of state.defects) {
                const isOn = now.defects ? (now.defects[name] || 0) > 0 : undefined;
                if (isOn) faulty += 1;
                set(`defect-${name}`, isOn);
              }
              $("#defects .count").textContent = faulty ? `${faulty} on` : "";
              faulty += [values.offline, values.forbidden, values.chaos].filter(Boolean).length;
              $("#faulty").textContent = faulty ? `${faulty} on` : "";
            };

            const showSubscription = (id) => {
              const one = subscriptionOf(id);
              if (!one.id) return;
              const over = ["expired", "revoked"].includes(one.state);
              const name = { subscription: one.id };
              openSheet(one.name,
                facts([["State", capital(spaced(one.state))], ["Summary", stands(one)], ["Product", el("code", {}, one.product)], ["Group", one.group], ["First transaction", el("code", {}, one.id)],
                  ["Period ends", moment(one.periodEnd)], ["Next price", one.renewalPrice], ["Next product", one.nextProduct !== one.product && one.nextProduct], ["Seats", one.seats]]),
                el("div", { class: "acts" },
                  over ? "" : deed("Renew now", "renew", { ...name, now: true }, "Renewed"),
                  over ? "" : one.willAutoRenew ? deed("Turn renewal off", "renew", { ...name, on: false }, "Renewal is off") : deed("Turn renewal on", "renew", { ...name, on: true }, "Renewal is on"),
                  over ? "" : deed("Decline the card", "card", { ...name, accepted: false }, "Its payments fail from now on"),
                  deed("Accept the card", "card", { ...name, accepted: true }, "Its payments succeed"),
                  over ? "" : deed("Expire", "expire", name, "Expired", { class: "quiet danger" })));
            };
            """#
    }
#endif
