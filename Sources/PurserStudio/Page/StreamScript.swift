#if Studio
    /// The stream of events from the server.
    enum StreamScript {
        /// The text.
        static let text = #"""
            // The stream from the server: the state of the App Store, and its numbered events.
            let state = null;
            const logs = { update: [], event: [], notification: [] };
            const totals = { update: 0, event: 0, notification: 0 };
            const LOG = 300;
            // Increases with each log, so that an unchanged one is detected.
            const changes = { update: 0, event: 0, notification: 0 };
            let stream = null;
            let about = {};

            const live = (kind, text) => {
              $("#live").className = `live ${kind}`;
              $("#live").textContent = text;
            };
            const showLife = () => {
              if (!state) return live("", "Connecting");
              if (!stream || stream.readyState !== EventSource.OPEN) return live("off", "Reconnecting");
              if (!state.isConnected) return live("off", "The app has ended");
              if (state.conditions.network === false) return live("off", "Store offline");
              live("on", state.isAttached ? "Attached" : "Live");
            };

            const take = (entries) => {
              for (const entry of entries) {
                if (entry.kind === "grant") {
                  const update = logs.update.find((other) => other.key === entry.update);
                  if (update) update.effect = entry.effect;
                  changes.update += 1;
                  continue;
                }
                const log = logs[entry.kind];
                if (!log) continue;
                log.unshift(entry);
                changes[entry.kind] += 1;
                totals[entry.kind] = Math.max(totals[entry.kind] + 1, entry.number || 0);
                if (log.length > LOG) log.length = LOG;
              }
            };

            const connect = () => {
              stream = new EventSource("events");
              stream.addEventListener("open", showLife);
              stream.addEventListener("error", () => {
                showLife();
                // An answer that is not a stream closes the connection; connect again when the server is back.
                if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
              });
              const on = (name, work) => stream.addEventListener(name, (event) => {
                work(JSON.parse(event.data));
              });
              on("about", (next) => { about = next; });
              // The page's data is invalid: the server was restarted, or too many events were missed.
              on("reset", () => {
                for (const kind of Object.keys(logs)) { logs[kind] = []; totals[kind] = 0; changes[kind] += 1; }
                forgetPages();
                showLog();
              });
              on("log", (entries) => { take(entries); showLog(); });
              on("state", (next) => {
                const isOther = !state || state.revision !== next.revision;
                state = { ...about, ...next };
                if (isOther) forgetPages();
                show();
              });
            };
            """#
    }
#endif
