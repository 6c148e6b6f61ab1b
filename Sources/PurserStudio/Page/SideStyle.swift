#if Studio
    /// The side panels, and the sheets in front.
    enum SideStyle {
        /// The text.
        static let text = #"""
            /* The side. */
            .empty #products { order: -1; }
            .items > li { display: flex; gap: 10px; align-items: center; padding: 10px 16px; border-top: 1px solid var(--rule); }
            .grow { flex: 1; min-width: 0; }
            .grow b { display: block; font-weight: 600; overflow-wrap: anywhere; }
            .grow small { display: block; color: var(--soft); font-size: 12.5px; overflow-wrap: anywhere; }
            .tabs { display: flex; padding: 0 8px; border-bottom: 1px solid var(--edge); }
            .tabs button { border: 0; border-radius: 0; background: none; padding: 0 8px; min-height: 36px; color: var(--soft); border-bottom: 2px solid transparent; }
            .tabs button[aria-selected=true] { color: var(--accent); border-bottom-color: var(--accent); font-weight: 600; }
            .tabs button:focus-visible { outline-offset: -3px; border-radius: 6px; }
            .tabs .count { margin-left: 5px; font-size: 12px; }
            #log { height: 384px; overflow: auto; outline-offset: -2px; border-radius: 0 0 12px 12px; overscroll-behavior: contain; }
            #log li { display: grid; grid-template-columns: 44px minmax(0, 1fr) auto; gap: 1px 8px; padding: 8px 16px 8px 13px; border-left: 3px solid var(--edge); border-bottom: 1px solid var(--rule); }
            #log li.payment { border-left-color: var(--info); }
            #log li.restore { border-left-color: var(--plum); }
            #log li.complete { border-left-color: var(--paid); }
            #log .code { line-height: 20px; color: var(--soft); }
            #log small { grid-column: 2 / 4; color: var(--soft); font-size: 12px; }
            #log b { font-weight: 500; overflow-wrap: anywhere; }
            #log .tag { align-self: start; }
            #log button { min-height: 0; padding: 0; border: 0; background: none; text-align: left; white-space: normal; overflow-wrap: anywhere; }
            #log button:hover { color: var(--accent); text-decoration: underline; }
            .phase { font-weight: 600; }
            .phase.payment { color: var(--info); }
            .phase.restore { color: var(--plum); }
            .phase.complete { color: var(--accent); }
            .switch { display: flex; align-items: center; gap: 12px; padding: 9px 16px; border-top: 1px solid var(--rule); cursor: pointer; }
            .switch input { appearance: none; flex: none; width: 38px; height: 22px; margin: 0; border-radius: 99px; background: var(--faint); position: relative; cursor: pointer; }
            .switch input::after { content: ""; position: absolute; inset: 3px auto 3px 3px; width: 16px; border-radius: 50%; background: #fff; transition: transform .15s; }
            .switch input:checked { background: var(--accent); }
            .switch input:checked::after { transform: translateX(16px); }
            .switch.unknown input { background: var(--edge); }
            summary { padding: 12px 16px; font-weight: 600; cursor: pointer; border-top: 1px solid var(--rule); }
            summary .count { margin-left: 8px; }
            .foot { display: flex; gap: 8px; justify-content: flex-end; padding: 8px 12px; border-top: 1px solid var(--rule); }

            /* Sheets and messages. */
            dialog { width: min(680px, calc(100vw - 24px)); max-height: calc(100vh - 48px); padding: 0; border: 1px solid var(--edge); border-radius: 14px; background: var(--card); color: var(--ink); box-shadow: 0 24px 64px -16px #0006; }
            dialog::backdrop { background: #0007; }
            dialog .head { position: sticky; top: 0; background: var(--card); border-bottom: 1px solid var(--rule); flex-wrap: nowrap; }
            dialog h2 { overflow-wrap: anywhere; }
            dialog h3 { padding: 14px 16px 4px; font-size: 13px; color: var(--soft); font-weight: 600; }
            .facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 18px; padding: 14px 16px; }
            .facts dt { color: var(--soft); }
            .facts dd { overflow-wrap: anywhere; }
            .acts { display: flex; flex-wrap: wrap; gap: 8px; padding: 12px 16px 16px; border-top: 1px solid var(--rule); align-items: center; }
            .acts label { color: var(--soft); }
            .acts input { width: 84px; }
            pre { margin: 0; padding: 12px 16px; overflow: auto; font: 12px/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
            #said, #failed { position: fixed; left: 50%; bottom: 24px; z-index: 8; translate: -50% 0; width: max-content; max-width: calc(100vw - 24px); padding: 10px 18px; border-radius: 10px; background: var(--ink); color: var(--card); font-weight: 500; overflow-wrap: anywhere; }
            #failed { background: var(--bad); color: var(--card); }
            #said:empty, #failed:empty { display: none; }
            """#
    }
#endif
