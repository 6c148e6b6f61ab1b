#if Studio
    /// Colors in light and dark mode, buttons, and the frame of the page.
    enum FrameStyle {
        /// The text.
        static let text = #"""
            :root {
              --back: #f3f5f7; --card: #fff; --edge: #dfe3e8; --rule: #edf0f3; --ink: #151a20; --soft: #57616d; --faint: #707a86;
              --accent: #0b6f66; --on-accent: #fff; --tint: #e2f2ef; --paid: #14857b; --on-paid: #fff; --offer: #7cc4bb; --on-offer: #04332e;
              --trial: #cfeae6; --on-trial: #0a544c; --warn: #955200; --warn-tint: #fdebcf; --grace: #eaa740; --on-grace: #2d1900;
              --bad: #b0203b; --bad-tint: #fbe3e7; --good: #18733a; --good-tint: #def2e5; --info: #3554ad; --info-tint: #e5eaf9;
              --plum: #74399a; --plum-tint: #f1e5f8; --future: #f7f9fa; --lift: 0 1px 2px #10182810, 0 8px 24px -12px #10182822;
              --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; --row: 44px;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --back: #0e1115; --card: #161a20; --edge: #2b313a; --rule: #20252d; --ink: #e8ecf1; --soft: #a5afbb; --faint: #8b95a2;
                --accent: #52c7ba; --on-accent: #04231f; --tint: #143230; --paid: #2b9d91; --on-paid: #021d1a; --offer: #1f6f67; --on-offer: #d5f5f1;
                --trial: #1b4843; --on-trial: #aee8e0; --warn: #f0b45b; --warn-tint: #382811; --grace: #bb7d20; --on-grace: #1c0f00;
                --bad: #ff8b9c; --bad-tint: #401b23; --good: #6fd292; --good-tint: #15331f; --info: #a3b8ff; --info-tint: #1d2844;
                --plum: #d9abf1; --plum-tint: #34203e; --future: #12161b; --lift: none;
              }
            }
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; scroll-padding-top: 80px; }
            body { margin: 0; background: var(--back); color: var(--ink); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; font-variant-numeric: tabular-nums; }
            h1, h2, h3, p, ol, ul, dl, dd { margin: 0; padding: 0; }
            ol, ul { list-style: none; }
            button, input, select, .button { font: inherit; color: inherit; }
            button, select, .button { min-height: 34px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); cursor: pointer; font-weight: 500; white-space: nowrap; }
            .button { display: inline-flex; align-items: center; text-decoration: none; }
            button:hover:enabled, select:hover, .button:hover { border-color: var(--faint); }
            button:disabled { color: var(--faint); cursor: default; }
            button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
            button.main:hover:enabled { filter: brightness(1.08); }
            button.main:disabled { background: var(--rule); border-color: var(--edge); color: var(--faint); }
            .quiet { border-color: transparent; background: none; color: var(--soft); padding: 0 8px; }
            .quiet:hover:enabled, a.quiet:hover { background: var(--rule); border-color: transparent; color: var(--ink); }
            .danger { color: var(--bad); }
            .danger:hover:enabled { color: var(--bad); background: var(--bad-tint); }
            :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
            [hidden] { display: none !important; }
            .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
            .skip { position: absolute; left: 12px; top: -60px; z-index: 9; padding: 10px 16px; border-radius: 8px; background: var(--accent); color: var(--on-accent); }
            .skip:focus { top: 10px; }
            .soft, .count { color: var(--soft); }
            .count { font-weight: 400; font-size: 13px; }
            .cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
            .number { text-align: right; }
            code, .code { font: 12px/1.5 var(--mono); }

            header { position: sticky; top: 0; z-index: 5; display: flex; gap: 16px; align-items: center; padding: 10px 24px; background: var(--card); border-bottom: 1px solid var(--edge); }
            .brand { display: flex; gap: 12px; align-items: center; min-width: 0; flex: 1; }
            .brand img { flex: none; }
            .brand div { min-width: 0; }
            h1 { font-size: 15px; line-height: 1.3; }
            .brand p { display: flex; gap: 8px; color: var(--soft); font-size: 13px; min-width: 0; }
            #title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
            .live { display: inline-flex; align-items: center; gap: 6px; flex: none; color: var(--soft); font-weight: 600; }
            .live::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
            .live.on { color: var(--good); }
            .live.off { color: var(--bad); }
            .clock { display: flex; align-items: center; gap: 8px; flex: none; }
            .clock p { margin-right: 10px; text-align: right; line-height: 1.25; }
            .clock p span { display: block; font-size: 12px; }
            .clock time { font-size: 16px; font-weight: 600; white-space: nowrap; }

            main { max-width: 1480px; margin: 0 auto; padding: 20px 24px 64px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) 372px; align-items: start; }
            .tiles { grid-column: 1 / -1; display: grid; grid-template-columns: 1.6fr 1.2fr repeat(4, 1fr); background: var(--card); border: 1px solid var(--edge); border-radius: 12px; box-shadow: var(--lift); }
            .tiles div { padding: 12px 18px; border-left: 1px solid var(--rule); white-space: nowrap; overflow: hidden; }
            .tiles div:first-child { border-left: 0; }
            .tiles dt { color: var(--soft); font-size: 12px; }
            .tiles dd { font-size: 20px; font-weight: 600; letter-spacing: -.01em; overflow: hidden; text-overflow: ellipsis; }
            .tiles small { margin-left: 6px; font-size: 12px; font-weight: 400; color: var(--soft); letter-spacing: 0; }
            .wide, .side { display: grid; gap: 16px; min-width: 0; }
            .wide { display: flex; flex-direction: column; align-self: stretch; }
            .card { min-width: 0; background: var(--card); border: 1px solid var(--edge); border-radius: 12px; box-shadow: var(--lift); }
            .head { display: flex; align-items: center; gap: 10px; padding: 10px 16px; min-height: 56px; flex-wrap: wrap; }
            h2 { font-size: 15px; font-weight: 600; }
            .end { margin-left: auto; display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
            .segment { display: inline-flex; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; }
            .segment button { border: 0; border-radius: 0; min-height: 32px; padding: 0 10px; color: var(--soft); font-size: 13px; }
            .segment button + button { border-left: 1px solid var(--edge); }
            .segment button:hover:enabled { background: var(--rule); }
            .segment button:focus-visible { outline-offset: -2px; }
            .segment button[aria-pressed=true] { background: var(--tint); color: var(--accent); font-weight: 600; }
            .tag { display: inline-block; padding: 1px 8px; border-radius: 99px; font-size: 12px; font-weight: 600; background: var(--rule); color: var(--soft); white-space: nowrap; }
            .tag.good { background: var(--good-tint); color: var(--good); }
            .tag.bad { background: var(--bad-tint); color: var(--bad); }
            .tag.warn { background: var(--warn-tint); color: var(--warn); }
            .tag.info { background: var(--info-tint); color: var(--info); }
            .tag.plum { background: var(--plum-tint); color: var(--plum); }
            .none { padding: 20px 16px 24px; color: var(--soft); }
            .note { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; padding: 10px 16px; border-top: 1px solid var(--rule); background: var(--tint); font-size: 13px; }
            .note span { flex: 1 1 150px; }
            """#
    }
#endif
