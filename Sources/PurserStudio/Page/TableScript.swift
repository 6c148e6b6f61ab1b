#if Studio
    /// The table of transactions.
    enum TableScript {
        /// The text.
        static let text = #"""
            // The table: only the visible rows exist, and the server searches and sends pages of 100.
            const PAGE = 100;
            const table = { filter: "all", query: "", total: 0, all: 0, pages: new Map(), flying: new Set(), shown: "", round: 0 };
            const FILTERS = [["all", "All"], ["renewals", "Renewals"], ["refunded", "Refunded"], ["unfinished", "Unfinished"]];
            const STATES = { refunded: "tag bad", unfinished: "tag warn", upgraded: "tag info", finished: "calm" };
            const sizer = el("div");

            // Old pages stay visible until the new ones are loaded, so that the table does not flicker.
            const forgetPages = () => { table.round += 1; table.shown = ""; };

            const loadPage = async (page) => {
              const round = table.round;
              if (table.flying.has(page) || table.pages.get(page)?.round === round) return;
              table.flying.add(page);
              const [filter, query] = [table.filter, table.query];
              try {
                const result = await get(`transactions?${new URLSearchParams({ offset: page * PAGE, limit: PAGE, filter, query })}`);
                if (filter === table.filter && query === table.query) {
                  table.pages.set(page, { round, rows: result.rows });
                  [table.total, table.all, table.shown] = [result.total, result.all, ""];
                }
                table.flying.delete(page);
                showRows();
              } catch (error) {
                table.flying.delete(page);
                if (stream.readyState === EventSource.OPEN) complain(error.message);
              }
            };

            const search = () => {
              forgetPages();
              table.pages.clear();
              $("#rows").scrollTop = 0;
              loadPage(0);
            };

            const reasonOf = (one) => [one.offer ? `${capital(spaced(one.offer))}` : one.isRenewal ? "Renewal" : "Purchase", one.ownership ? spaced(one.ownership) : ""].filter(Boolean).join(", ");
            const stateOf = (one) => el("span", { class: STATES[one.state] || "soft" }, one.state ? capital(one.state) : "–");

            const row = (one, index) => {
              const place = (name, ...content) => el("span", { role: "cell", "data-cell": name, class: name === "price" ? "price number" : "cut" }, ...content);
              const cells = one ? [
                place("date", day(one.purchaseDate)),
                place("product", el("span", { title: one.product }, one.name)),
                place("reason", reasonOf(one)),
                place("until", one.expirationDate ? day(one.expirationDate) : ""),
                place("price", el("span", { class: one.state === "refunded" ? "struck" : "" }, one.price || "")),
                place("state", stateOf(one)),
                place("id", el("span", { class: "code" }, one.id)),
                el("span", { role: "cell", "data-cell": "act", class: "number" }, one.canRefund ? el("button", { type: "button", "aria-label": `Refund ${one.name}, transaction ${one.id}`, onclick: (event) => { event.stopPropagation(); showRefund(one); } }, "Refund") : ""),
              ] : [place("date", "…")];
              const node = el("div", { class: one ? "row" : "row waits", role: "row", "aria-rowindex": index + 2, "data-id": one?.id, onclick: one ? () => showTransaction(one) : undefined }, ...cells);
              node.style.transform = `translateY(${index * rowHeight()}px)`;
              return node;
            };

            let heightOfRow = 44;
            const rowHeight = () => heightOfRow;

            const showRows = () => {
              const box = $("#rows");
              heightOfRow = innerWidth <= 700 ? 66 : 44;
              if (!sizer.parentNode) box.append(sizer);
              const count = table.total;
              sizer.style.height = `${Math.max(1, count * heightOfRow)}px`;
              $("#transactions").style.setProperty("--most", `${count * heightOfRow}px`);
              const first = Math.max(0, Math.floor(box.scrollTop / heightOfRow) - 6);
              const last = Math.min(count, first + Math.ceil(box.clientHeight / heightOfRow) + 12);
              for (let page = Math.floor(first / PAGE); page * PAGE < Math.max(last, 1); page += 1) loadPage(page);
              const key = `${first} ${last} ${table.round} ${heightOfRow}`;
              if (key === table.shown) return;
              table.shown = key;
              const rows = [];
              for (let index = first; index < last; index += 1) rows.push(row(table.pages.get(Math.floor(index / PAGE))?.rows[index % PAGE], index));
              const empty = table.all ? "Nothing matches. Change the search or the filter." : "Nothing was bought yet. Buy something under Products.";
              sizer.replaceChildren(...(count ? rows : [el("p", { class: "none" }, empty)]));
              $("#table").setAttribute("aria-rowcount", count + 1);
              $("#found").textContent = count === table.all ? number(table.all) : `${number(count)} of ${number(table.all)}`;
            };

            const showTransaction = (one) => openSheet(one.name,
              facts([
                ["Transaction", el("code", {}, one.id)], ["Original transaction", one.originalID === one.id ? "" : el("code", {}, one.originalID)],
                ["Product", el("code", {}, one.product)], ["State", stateOf(one)], ["Reason", reasonOf(one)], ["Offer", one.offer && spaced(one.offer)],
                ["Price", one.price], ["Quantity", one.quantity > 1 ? number(one.quantity) : ""], ["Purchased", moment(one.purchaseDate)],
                ["Expires", one.expirationDate && moment(one.expirationDate)], ["Refunded", one.revocationDate && moment(one.revocationDate)],
                ["User", one.user && el("code", {}, one.user)],
              ]),
              el("div", { class: "acts" },
                one.canRefund ? el("button", { type: "button", onclick: () => showRefund(one) }, "Refund …") : "",
                one.state === "refunded" ? deed("Undo the refund", "reinstate", { transaction: one.id }, "Reinstated") : "",
                state.hasStore && one.state === "unfinished" ? deed("Finish", "finish", { transaction: one.id }, "Finished") : "",
                deed("Delete", "delete", { transaction: one.id }, "Deleted", { class: "quiet danger" })));

            const showRefund = (one) => {
              const percentage = el("input", { type: "number", id: "percentage", min: 0, max: 100, step: 1, value: 100 });
              const go = async () => {
                if (await act("refund", { transaction: one.id, percentage: Number(percentage.value) }, `Refunded ${one.name}`)) closeSheet();
              };
              openSheet(`Refund ${one.name}`,
                facts([["Transaction", el("code", {}, one.id)], ["Price", one.price], ["Purchased", day(one.purchaseDate)]]),
                el("div", { class: "acts" }, el("label", { for: "percentage" }, "Percent"), percentage,
                  el("button", { type: "button", class: "main", id: "refund", onclick: go }, "Refund")));
              $("#refund").focus();
            };
            """#
    }
#endif
