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

/** The style of the previews: each network's layout, but no network's colors. */
export const previewStyle = `
.tile{display:grid;place-items:center;flex:none;width:42px;height:42px;border-radius:10px;background:var(--soft);color:var(--quiet);font-weight:650;border:1px solid var(--line)}
.tile.round{border-radius:50%}
.tile.small{width:30px;height:30px;font-size:.8rem}
.mark,.text a{color:var(--link);text-decoration:none}
.text{white-space:pre-wrap}
details.text>summary{list-style:none;cursor:pointer;white-space:pre-wrap}
details.text>summary::-webkit-details-marker{display:none}
details[open]>summary .fold{display:none}
details[open]>summary::after{content:" "}
.fold{color:var(--quiet);font-weight:600}
.who{line-height:1.35;min-width:0}
.head{display:flex;gap:10px;align-items:center}
.head .who>*{display:block}
.head .quiet{font-size:.85rem}
.media img,.media video{display:block;width:100%;height:auto;background:var(--soft);object-fit:cover}
.media.one img,.media.one video{max-height:560px}
.media.grid{display:grid;gap:2px;grid-template-columns:1fr 1fr;aspect-ratio:16/10}
.media.grid.of4{grid-template-rows:1fr 1fr}
.media.grid.of3 .cell:first-child{grid-row:span 2}
.cell{position:relative;min-height:0;min-width:0}
.cell img,.cell video{position:absolute;inset:0;height:100%}
.rest{position:absolute;inset:0;display:grid;place-items:center;background:#000a;color:#fff;font-size:1.5rem}
.media.strip{display:flex;gap:8px;overflow-x:auto;scroll-snap-type:x mandatory}
.media.strip>*{flex:none;width:78%;max-width:320px;aspect-ratio:4/5;scroll-snap-align:start;border-radius:10px}
.missing{display:grid;place-items:center;padding:24px;color:var(--quiet);background:var(--soft);text-align:center;aspect-ratio:4/5}
.card{border:1px solid var(--line);border-radius:10px;padding:10px 12px;margin-top:10px;display:grid}
.card small{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.warning{background:var(--soft);border-radius:10px;padding:8px 12px;margin-top:10px}
.cards{display:flex;gap:8px;overflow-x:auto;padding:0 16px 12px}
.cards .card{flex:none;width:60%}
.poll{border:0;margin:10px 0 0;padding:0;list-style:none;display:grid;gap:6px}
.poll li{border:1px solid var(--line);border-radius:999px;padding:6px 14px}
.quote{border:1px solid var(--line);border-radius:10px;padding:10px 12px;margin:10px 0 0;color:var(--quiet);overflow-wrap:anywhere;display:grid;gap:2px}
.actions{display:flex;justify-content:space-between;color:var(--quiet);margin-top:10px;max-width:420px}
.actions span{display:inline-flex;gap:6px;align-items:center;font-size:.85rem;font-weight:600}
svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.row{display:grid;grid-template-columns:42px minmax(0,1fr);gap:12px;padding:14px 16px 12px;position:relative}
.goes-on::before{content:"";position:absolute;left:36px;top:62px;bottom:-8px;width:2px;background:var(--line)}
.row .media{margin-top:10px;border:1px solid var(--line);border-radius:12px;overflow:hidden}
.x .row .media{border-radius:16px}
.threads .row .media.strip{border:0;border-radius:0;overflow-x:auto}
.threads .actions{justify-content:flex-start;gap:22px}
.toot{padding:16px}
.toot+.toot{border-top:1px solid var(--line)}
.toot .text{margin-top:10px;font-size:1.05rem}
.toot .media{margin-top:12px;border-radius:8px;overflow:hidden}
.company .head{padding:14px 16px 0}
.company .text{padding:10px 16px 12px}
.company>.card,.company>.quote,.company>.poll{margin:0 16px 12px}
.company .media.strip{padding:0 16px 4px}
.actions.bar{max-width:none;margin:0;padding:12px 16px;border-top:1px solid var(--line);justify-content:space-around}
.company .media+.bar{border-top:0}
.reply{display:flex;gap:8px;padding:0 16px 14px}
.bubble{background:var(--soft);border-radius:14px;padding:8px 12px;font-size:.92rem;min-width:0}
.bubble .text{padding:0}
.pin{max-width:340px;margin:0 auto;padding:16px}
.pin .media{border-radius:18px;overflow:hidden}
.pin .media.strip{overflow-x:auto}
.pin .media.strip>*{width:100%;max-width:none}
.pin .words{padding:14px 4px 2px;display:grid;gap:8px}
.pin h3{font-size:1.1rem;line-height:1.3}
.pin .text{font-size:.95rem}
.gram .words{padding:12px 14px 14px;display:grid;gap:8px}
.gram .media.strip{gap:0}
.gram .media.strip>*{width:100%;max-width:none;border-radius:0}
.gram .text{font-size:.95rem}
.gram .actions{justify-content:flex-start;gap:16px;max-width:none;margin:0}
.gram .actions span:last-child{margin-inline-start:auto}
.phone{position:relative;max-width:300px;aspect-ratio:9/16;margin:16px auto;border-radius:26px;overflow:hidden;background:#0c0d10;color:#fff}
.phone .media{position:absolute;inset:0;display:flex;align-items:center}
.phone .media img,.phone .media video{background:#0c0d10;max-height:none;width:100%;height:100%;object-fit:contain}
.phone .media.strip{gap:0}
.phone .media.strip>*{width:100%;max-width:none;height:100%;aspect-ratio:auto;border-radius:0}
.phone .missing{background:#1a1c22;color:#b9bcc6;display:grid}
.phone .caption{position:absolute;inset:auto 64px 0 0;padding:48px 0 18px 14px;font-size:.9rem;line-height:1.4;text-shadow:0 1px 3px #000b}
.phone::after{content:"";position:absolute;inset:auto 0 0;height:45%;background:linear-gradient(transparent,#000b);pointer-events:none}
.phone .caption,.phone .side{z-index:1}
.phone .mark,.phone a{color:inherit;font-weight:700}
.phone .fold{color:#e6e6ea}
.phone details[open]{max-height:260px;overflow-y:auto}
.phone .side{position:absolute;right:12px;bottom:22px;display:grid;gap:16px;justify-items:center}
.phone .tile{background:#2a2d35;color:#fff;border-color:#fff}
.actions.column{flex-direction:column;gap:18px;color:#fff;margin:0}
.column svg{width:26px;height:26px}`
