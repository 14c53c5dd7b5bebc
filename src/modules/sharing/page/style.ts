/** The font of the web app, which serves it. */
export const fontStyle = `
@font-face{font-family:"Inter Variable";src:url(/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}`

/** The style of the page around the previews: light and dark, from a phone to a wide screen, and on paper. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#f3f2ee;--card:#fff;--ink:#191b20;--quiet:#646872;--line:#e2e0d9;--edge:#8b887f;--link:#1d4f9c;--soft:#f3f2ee;--good:#1c6b45;--good-soft:#e3f1e9}
@media(prefers-color-scheme:dark){:root{--paper:#111317;--card:#1a1d23;--ink:#eceae5;--quiet:#9a9ea8;--line:#2d313a;--edge:#6b717d;--link:#8fb8f5;--soft:#24282f;--good:#86d3ab;--good-soft:#1c3329}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
p,h1,h2,h3,figure{margin:0}
a{color:var(--link)}
.quiet{color:var(--quiet)}
.page{max-width:1320px;margin:0 auto;padding:28px 20px 56px}
.page:has(figure:only-child){max-width:936px}
.page:has(figure:only-child):not(:has(aside)){max-width:560px}
.top{display:flex;gap:14px;align-items:center;margin-bottom:28px}
.top h1{font-size:1.3rem;line-height:1.25}
.top .tile{width:48px;height:48px;font-size:1.3rem;border-radius:14px;background:var(--brand);color:var(--on-brand)}
.state{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center;font-size:.92rem;color:var(--quiet)}
.chip{border:1px solid var(--line);border-radius:99px;padding:1px 10px;font-size:.82rem;font-weight:600;color:var(--ink);background:var(--card)}
.chip.good{border-color:transparent;background:var(--good-soft);color:var(--good)}
.columns{display:grid;gap:36px}
@media(min-width:1100px){.columns.talk{grid-template-columns:minmax(0,1fr) 340px}.talk aside{position:sticky;top:24px;align-self:start}}
.previews{display:grid;gap:28px 24px;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));align-items:start}
figure{max-width:520px;min-width:0}
figcaption{display:flex;gap:8px;align-items:baseline;margin:0 2px 8px;font-size:.9rem}
figcaption b{font-weight:650}
figcaption .quiet{flex:1;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.frame{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
h2{font-size:1.05rem;margin-bottom:14px}
aside{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px}
.said{list-style:none;margin:0 0 18px;padding:0;display:grid;gap:16px}
.said li{display:grid;grid-template-columns:36px minmax(0,1fr);gap:10px}
.said .tile{width:36px;height:36px}
.said time{display:block;font-size:.82rem;color:var(--quiet)}
.said p{white-space:pre-wrap}
.fine{display:inline-flex;gap:4px;align-items:center;color:var(--good);font-weight:600;font-size:.92rem}
.fine svg{width:16px;height:16px}
form{display:grid;gap:12px}
form>*,form input,form textarea{font-weight:400}
form>label{display:grid;gap:4px;font-size:.9rem;font-weight:600}
input,textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:10px 12px;width:100%}
::placeholder{color:var(--quiet);opacity:1}
textarea{min-height:96px;resize:vertical}
.choose{display:flex;flex-wrap:wrap;gap:10px}
button{font:inherit;font-weight:600;border-radius:10px;border:1px solid var(--ink);padding:10px 16px;min-height:44px;cursor:pointer;background:transparent;color:inherit;flex:1;overflow-wrap:normal}
button:hover{background:var(--soft)}
button.first{background:var(--ink);color:var(--card)}
button.first:hover{opacity:.88}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
footer{margin-top:40px;font-size:.85rem;color:var(--quiet);max-width:70ch}
.alone{max-width:34rem;margin:16vh auto 0;padding:0 20px}
.alone h1{font-size:1.5rem;margin-bottom:10px}
@media(max-width:480px){.page{padding:18px 12px 40px}.top{margin-bottom:20px}}
@media print{aside form{display:none}.frame,figure{break-inside:avoid}}`
