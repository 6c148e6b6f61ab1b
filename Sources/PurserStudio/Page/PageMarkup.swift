#if Studio
    /// The page, before any data is loaded.
    enum PageMarkup {
        /// The text.
        static let text = #"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>Purser Studio</title>
            <link rel="icon" href="studio.svg" type="image/svg+xml">
            <link rel="stylesheet" href="studio.css">
            <script src="studio.js" defer></script>
            </head>
            <body>
            <a class="skip" href="#transactions">Skip to the transactions</a>
            <header>
              <div class="brand">
                <img src="studio.svg" width="34" height="34" alt="">
                <div><h1>Purser Studio</h1><p><span id="title"></span><span id="live" class="live" role="status">Connecting</span></p></div>
              </div>
              <div class="clock" role="group" aria-label="Clock of the App Store">
                <p><span class="soft">App Store’s clock, UTC</span><time id="clock"></time></p>
                <button type="button" data-advance="86400">+1 day</button>
                <button type="button" data-advance="604800">+1 week</button>
                <button type="button" class="main" id="next" disabled>Next event</button>
              </div>
            </header>
            <main>
              <dl class="tiles" id="tiles" aria-label="Totals"></dl>
              <div class="wide">
                <section class="card" id="subscriptions" aria-labelledby="h-subscriptions">
                  <div class="head">
                    <h2 id="h-subscriptions">Subscriptions</h2><span class="count" id="active"></span>
                    <div class="end">
                      <div class="segment" role="group" aria-label="Move the view">
                        <button type="button" id="earlier" aria-label="Earlier">‹</button><button type="button" id="today">Now</button><button type="button" id="later" aria-label="Later">›</button>
                      </div>
                      <div class="segment" id="span" role="group" aria-label="Length of the view">
                        <button type="button" data-days="120">4 months</button><button type="button" data-days="365" aria-pressed="true">Year</button><button type="button" data-days="1461">4 years</button>
                      </div>
                    </div>
                    <button type="button" class="quiet" id="save-svg">Save SVG</button>
                  </div>
                  <div id="timeline"></div>
                  <div class="confirm" id="confirm" hidden role="group" aria-label="Move the clock">
                    <p role="status"></p><button type="button" class="quiet" id="stay">Cancel</button><button type="button" class="main" id="go">Advance</button>
                  </div>
                  <ul class="legend" id="legend" aria-label="Colors"></ul>
                </section>
                <section class="card" id="transactions" aria-labelledby="h-transactions">
                  <div class="head">
                    <h2 id="h-transactions">Transactions</h2><span class="count" id="found" role="status"></span>
                    <div class="end"><a class="button quiet" href="export.json" download>Save JSON</a></div>
                  </div>
                  <div class="tools">
                    <input id="search" type="search" placeholder="Product, transaction or offer" aria-label="Search the transactions" autocomplete="off" spellcheck="false">
                    <div class="segment" id="filter" role="group" aria-label="Which transactions"></div>
                  </div>
                  <div role="table" id="table" aria-labelledby="h-transactions">
                    <div role="rowgroup"><div class="row top" role="row" aria-rowindex="1">
                      <span role="columnheader">Purchased</span><span role="columnheader">Product</span><span role="columnheader">Reason, offer</span><span role="columnheader">Until</span><span role="columnheader" class="number">Price</span><span role="columnheader">State</span><span role="columnheader">Transaction</span><span role="columnheader"><span class="hidden">Action</span></span>
                    </div></div>
                    <div id="rows" role="rowgroup" tabindex="0" aria-label="Transactions; scroll with the arrow keys"></div>
                  </div>
                </section>
              </div>
              <div class="side">
                <section class="card" id="approvals" aria-labelledby="h-approvals">
                  <div class="head"><h2 id="h-approvals">Waiting for approval</h2><span class="count" id="waiting"></span><div class="end"><button type="button" class="quiet" id="approve-all" hidden>Approve all</button></div></div>
                  <ul class="items" id="pending"></ul>
                </section>
                <section class="card" id="news" aria-labelledby="h-news">
                  <div class="head"><h2 id="h-news">What happens</h2><div class="end"><button type="button" class="quiet" id="restore" hidden>Restore</button><button type="button" class="quiet" id="hold" aria-pressed="false">Pause</button></div></div>
                  <div class="tabs" role="tablist" aria-label="What is shown">
                    <button type="button" role="tab" id="tab-update" aria-controls="log" aria-selected="true">Updates<span class="count"></span></button>
                    <button type="button" role="tab" id="tab-event" aria-controls="log" aria-selected="false" tabindex="-1">Events<span class="count"></span></button>
                    <button type="button" role="tab" id="tab-notification" aria-controls="log" aria-selected="false" tabindex="-1">Notifications<span class="count"></span></button>
                  </div>
                  <div id="log" role="tabpanel" tabindex="0" aria-labelledby="tab-update"><ol></ol></div>
                </section>
                <section class="card" id="products" aria-labelledby="h-products">
                  <div class="head"><h2 id="h-products">Products</h2><div class="end"><label class="hidden" for="front">Storefront of these prices</label><select id="front"></select></div></div>
                  <p class="note" id="moving" hidden><span></span><button type="button" id="move">Move the customer here</button></p>
                  <ul class="items" id="stock"></ul>
                </section>
                <section class="card" id="conditions" aria-labelledby="h-conditions">
                  <div class="head"><h2 id="h-conditions">Faults and defects</h2><span class="count" id="faulty"></span></div>
                  <div id="switches"></div>
                  <details id="defects"><summary>Known defects of Apple’s stores<span class="count"></span></summary><div></div></details>
                  <div class="foot"><button type="button" class="quiet danger" id="clear">Clear the account</button><button type="button" class="quiet danger" id="reset">Reset everything</button></div>
                </section>
              </div>
            </main>
            <dialog id="sheet" aria-labelledby="sheet-title"><div class="head"><h2 id="sheet-title"></h2><div class="end"><button type="button" class="quiet" id="sheet-close">Close</button></div></div><div id="sheet-body"></div></dialog>
            <div id="said" role="status" aria-live="polite"></div>
            <div id="failed" role="alert"></div>
            </body>
            </html>
            """#
    }
#endif
