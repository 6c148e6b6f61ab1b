#if Studio
    /// Narrow windows and phones; it comes after all other styles.
    enum NarrowStyle {
        /// The text.
        static let text = #"""
            @media (min-width: 1181px) and (max-width: 1380px) {
              .row { grid-template-columns: 92px minmax(0, 1.5fr) minmax(0, 1fr) 92px 84px 92px 64px; }
              .row > :nth-child(7) { display: none; }
            }
            @media (max-width: 1180px) {
              main { grid-template-columns: minmax(0, 1fr); }
              .empty .side { order: -1; }
              .tiles { order: -2; grid-template-columns: repeat(3, 1fr); }
              .tiles div:nth-child(n + 4) { border-top: 1px solid var(--rule); }
              .tiles div:nth-child(4) { border-left: 0; }
              .side { grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); align-items: start; }
            }
            @media (max-width: 700px) {
              :root { --row: 66px; }
              header { position: static; flex-wrap: wrap; padding: 12px 16px; gap: 10px 12px; }
              .clock { width: 100%; flex-wrap: wrap; }
              .clock p { flex: 1 0 100%; margin: 0; display: flex; align-items: baseline; justify-content: space-between; text-align: left; }
              .clock button { flex: 1 1 auto; padding: 0 8px; }
              button, select, .button, input[type=search] { min-height: 42px; }
              .segment button, .tabs button { min-height: 40px; }
              main { padding: 12px 12px 48px; gap: 12px; }
              .wide, .side { display: contents; }
              .tiles div { padding: 9px 12px; }
              .tiles dd { font-size: 15px; }
              .tiles small { display: none; }
              #approvals { order: 1; }
              #subscriptions { order: 2; }
              #news { order: 3; }
              #transactions { order: 4; }
              #products { order: 5; }
              #conditions { order: 6; }
              #subscriptions .head .end { order: 2; width: 100%; margin: 0; justify-content: space-between; }
              #save-svg { margin-left: auto; }
              .row.top { display: none; }
              .row { grid-template: 22px 20px / minmax(0, 1fr) auto 70px; gap: 0 12px; align-content: center; }
              .row > [data-cell=product] { grid-area: 1 / 1; font-weight: 600; }
              .row > [data-cell=date] { grid-area: 2 / 1; color: var(--soft); }
              .row > [data-cell=price] { grid-area: 1 / 2; }
              .row > [data-cell=state] { grid-area: 2 / 2; text-align: right; }
              .row > [data-cell=act] { grid-area: 1 / 3 / 3 / 4; justify-self: end; }
              .row > [data-cell=reason], .row > [data-cell=until], .row > [data-cell=id] { display: none; }
              #rows .row > span { line-height: 20px; }
              #transactions { max-height: none; }
              #rows { height: 420px; }
              #rows button { min-height: 42px; }
              #log { height: 320px; }
              .tools .segment { width: 100%; }
              .tools .segment button { flex: 1; padding: 0 4px; }
              .tools input { flex-basis: 100%; }
              .switch { min-height: 48px; }
              .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
              .facts dd { margin-bottom: 8px; }
            }
            @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
            @media (forced-colors: active) { .switch input { border: 1px solid; } .switch input:checked { background: Highlight; } }
            """#
    }
#endif
