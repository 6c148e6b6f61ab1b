#if Studio
    /// The timeline and the table.
    enum ListStyle {
        /// The text.
        static let text = #"""
            /* The timeline. */
            #timeline { min-height: 96px; }
            #timeline svg { display: block; width: 100%; touch-action: pan-y; }
            #timeline svg text { font-size: 12px; fill: var(--ink); }
            #timeline svg .name { font-weight: 600; font-size: 13px; }
            #timeline svg .sub, #timeline svg .tick { fill: var(--soft); }
            #timeline svg .name, #timeline svg .sub { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
            #timeline .line { cursor: pointer; }
            #timeline .hit { fill: transparent; }
            #timeline .line:hover .hit { fill: var(--rule); fill-opacity: .6; }
            #timeline .line:focus-visible { outline: none; }
            #timeline .line:focus-visible .hit { stroke: var(--accent); stroke-width: 2; }
            .grid { stroke: var(--rule); }
            .between { stroke: var(--edge); }
            .future { fill: var(--future); }
            .is-paid { fill: var(--paid); }
            .is-offer { fill: var(--offer); }
            .is-trial { fill: var(--trial); }
            .is-grace { fill: var(--grace); }
            .is-retry { fill: url(#stripes); stroke: var(--grace); }
            .is-revoked { fill: url(#crossed); stroke: var(--bad); }
            .is-plan { fill: var(--card); stroke: var(--faint); stroke-dasharray: 3 3; }
            #timeline svg .on-paid { fill: var(--on-paid); font-weight: 600; }
            #timeline svg .on-offer { fill: var(--on-offer); font-weight: 600; }
            #timeline svg .on-trial { fill: var(--on-trial); font-weight: 600; }
            #timeline svg .on-grace { fill: var(--on-grace); font-weight: 600; }
            #timeline svg .on-retry { fill: var(--warn); font-weight: 600; }
            #timeline svg .on-revoked { fill: var(--bad); font-weight: 600; }
            #timeline svg .on-plan { fill: var(--soft); }
            .stripe-back { fill: var(--warn-tint); }
            .stripe { fill: var(--grace); fill-opacity: .55; }
            .cross-back { fill: var(--bad-tint); }
            .cross { fill: var(--card); }
            .now { stroke: var(--accent); stroke-width: 2; }
            .was { stroke: var(--faint); stroke-width: 1.5; stroke-dasharray: 2 3; }
            .handle { cursor: ew-resize; touch-action: none; }
            .handle .pill { fill: var(--accent); }
            #timeline svg .handle text { fill: var(--on-accent); font-weight: 600; pointer-events: none; }
            .handle:focus-visible { outline: none; }
            .handle:focus-visible .pill { stroke: var(--ink); stroke-width: 2; }
            .confirm { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 4px 16px 12px; padding: 10px 12px; border: 1px solid var(--accent); border-radius: 10px; background: var(--tint); }
            .confirm p { flex: 1 1 240px; }
            .legend { display: flex; gap: 6px 18px; flex-wrap: wrap; padding: 10px 16px 12px; color: var(--soft); font-size: 12px; border-top: 1px solid var(--rule); }
            .legend li { display: inline-flex; align-items: center; gap: 6px; }
            .legend svg { width: 20px; height: 12px; flex: none; }

            /* The table. */
            .tools { display: flex; gap: 8px; flex-wrap: wrap; padding: 0 16px 12px; }
            input[type=search], input[type=number] { min-height: 34px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--back); }
            .tools input { flex: 1 1 180px; }
            .row { display: grid; grid-template-columns: 92px minmax(0, 1.5fr) minmax(0, 1fr) 92px 92px 96px 118px 72px; gap: 14px; align-items: center; padding: 0 16px; height: var(--row); }
            .row.top { height: 34px; color: var(--soft); font-size: 12px; font-weight: 600; border-top: 1px solid var(--edge); background: var(--back); scrollbar-gutter: stable; overflow: hidden; }
            #rows, #log, .row.top { scrollbar-width: thin; scrollbar-color: var(--faint) transparent; }
            #transactions, #table { flex: 1; display: flex; flex-direction: column; }
            #transactions { max-height: calc(max(440px, var(--most, 440px)) + 142px); }
            #rows { position: relative; flex: 1 0 440px; height: 440px; overflow: auto; overscroll-behavior: contain; border-top: 1px solid var(--edge); border-radius: 0 0 12px 12px; scrollbar-gutter: stable; outline-offset: -2px; }
            #rows .row { position: absolute; left: 0; right: 0; top: 0; border-bottom: 1px solid var(--rule); cursor: pointer; }
            #rows .row:hover { background: var(--back); }
            #rows .row.waits > * { opacity: .35; }
            #rows .code { color: var(--soft); }
            #rows button { min-height: 30px; padding: 0 10px; border-color: transparent; background: none; color: var(--accent); font-size: 13px; justify-self: end; }
            #rows button:hover { border-color: var(--accent); }
            .calm { color: var(--soft); }
            .price { font-weight: 600; }
            .struck { text-decoration: line-through; color: var(--soft); font-weight: 400; }
            """#
    }
#endif
