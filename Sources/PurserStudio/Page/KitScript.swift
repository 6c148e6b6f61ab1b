#if Studio
    /// The common functions of the script: elements, texts, requests.
    enum KitScript {
        /// The text.
        static let text = #"""
            // The common functions: elements, texts, requests. Text is inserted into the page as text only, never as
            // markup.
            const $ = (selector) => document.querySelector(selector);
            const DAY = 86400000;

            const make = (node, attributes, children) => {
              for (const [key, value] of Object.entries(attributes)) {
                if (value === undefined || value === false) continue;
                if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
                else node.setAttribute(key, value === true ? "" : value);
              }
              node.append(...children.filter((child) => child !== undefined && child !== ""));
              return node;
            };
            const el = (name, attributes = {}, ...children) => make(document.createElement(name), attributes, children);
            const svg = (name, attributes = {}, ...children) =>
              make(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

            // Fills a box only if its content has changed, so that a click that has begun in it is not lost.
            const keep = (box, data, build) => {
              const key = JSON.stringify(data);
              if (box.kept === key) return;
              box.kept = key;
              box.replaceChildren(...build());
            };

            const dates = (options) => {
              const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
              return (time) => format.format(time);
            };
            const day = dates({ day: "numeric", month: "short", year: "numeric" });
            const shortDay = dates({ day: "numeric", month: "short" });
            const month = dates({ month: "short" });
            const year = dates({ year: "numeric" });
            const shortMoment = dates({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
            const moment = dates({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
            const number = (count) => count.toLocaleString("en");
            const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
            const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
            // "inBillingRetryPeriod" becomes "in billing retry period".
            const spaced = (text) => text.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

            let hiding = { said: 0, failed: 0 };
            const tell = (id, text) => {
              const box = $(`#${id}`);
              clearTimeout(hiding[id]);
              box.textContent = text;
              // In an open dialog, the message is shown inside the dialog, which is in front of the page.
              (document.querySelector("dialog[open]") || document.body).append(box);
              hiding[id] = setTimeout(() => { box.textContent = ""; }, id === "failed" ? 9000 : 3500);
            };
            const say = (text) => tell("said", text);
            const complain = (text) => tell("failed", text);

            const answer = async (response) => {
              let body;
              try { body = await response.json(); } catch { throw new Error(`Studio answered with status ${response.status}.`); }
              if (!response.ok) throw new Error(body.error || `Studio answered with status ${response.status}.`);
              return body;
            };
            const get = async (path) => answer(await fetch(path, { headers: { accept: "application/json" } }));

            // Sends a command to the App Store. Its results arrive in the stream.
            const act = async (name, members = {}, said = "") => {
              try {
                const response = await fetch("do", {
                  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ do: name, ...members }),
                });
                const result = await answer(response);
                if (said) say(said);
                return result;
              } catch (error) {
                complain(error.message === "Failed to fetch" ? "Studio cannot be reached. Is it still running?" : error.message);
                return undefined;
              }
            };

            // Combines several requests within a frame into one call.
            const coalesced = (work) => {
              let isDue = false;
              return () => {
                if (isDue) return;
                isDue = true;
                requestAnimationFrame(() => { isDue = false; work(); });
              };
            };

            // Runs one call at a time: requests in between become one further call.
            const single = (work) => {
              let [isRunning, isWanted] = [false, false];
              return async () => {
                isWanted = true;
                if (isRunning) return;
                isRunning = true;
                while (isWanted) { isWanted = false; await work(); }
                isRunning = false;
              };
            };

            const save = (name, type, text) => {
              const address = URL.createObjectURL(new Blob([text], { type }));
              el("a", { href: address, download: name }).click();
              setTimeout(() => URL.revokeObjectURL(address), 1000);
            };

            const press = (group, button) => {
              for (const other of group.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
            };

            // A sheet in front of the page: a title, facts, and actions.
            const openSheet = (title, ...content) => {
              $("#sheet-title").textContent = title;
              $("#sheet-body").replaceChildren(...content.filter(Boolean));
              if (!$("#sheet").open) $("#sheet").showModal();
            };
            const closeSheet = () => $("#sheet").close();
            const facts = (pairs) => el("dl", { class: "facts" },
              ...pairs.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "").flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
            const deed = (label, name, members, said, attributes = {}) =>
              el("button", { type: "button", ...attributes, onclick: async () => { if (await act(name, members, said)) closeSheet(); } }, label);
            """#
    }
#endif
