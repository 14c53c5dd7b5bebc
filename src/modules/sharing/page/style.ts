import { tokensCss } from '#rules/face/tokens.ts'

/** The font of the web app, which serves it. */
export const fontStyle = `
@font-face{font-family:"Inter Variable";src:url(/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}`

/** The style of the page around the previews: light and dark, from a phone to a wide screen, and on paper. */
export const pageStyle = `${tokensCss}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 "Inter Variable",system-ui,sans-serif;overflow-wrap:anywhere}
p,h1,h2,h3,figure{margin:0}
a{color:var(--brand)}
.quiet{color:var(--ink-3)}
.tile{display:grid;place-items:center;flex:none;background:var(--sunken);color:var(--ink-3);font-weight:620;border:1px solid var(--line)}
.tile.round{border-radius:50%}
.top{background:var(--surface);border-bottom:1px solid var(--line)}
.top>div{display:flex;gap:12px;align-items:center;max-width:1040px;min-height:72px;margin:0 auto;padding:12px 24px}
.top h1{font-size:16px;line-height:24px;font-weight:620;letter-spacing:-.01em}
.top .tile{object-fit:cover;width:40px;height:40px;font-size:17px;border:0;border-radius:8px;background:var(--brand-color);color:var(--on-brand-color)}
.state{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:center;font-size:13px;line-height:20px;color:var(--ink-3)}
.chip{border-radius:99px;padding:0 8px;font-size:12px;line-height:20px;font-weight:550;color:var(--ink-2);background:var(--sunken)}
.chip.good{background:color-mix(in oklch,var(--published) var(--tint),transparent);color:var(--published)}
.page{max-width:1040px;margin:0 auto;padding:24px 24px 56px}
.columns{display:grid;gap:24px}
@media(min-width:900px){.columns.talk{grid-template-columns:minmax(0,1fr) 340px;gap:32px}.talk aside{position:sticky;top:24px;align-self:start}}
.previews{display:grid;gap:24px;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));align-items:start;align-content:start}
figure{width:100%;max-width:560px;min-width:0}
figcaption{display:flex;gap:8px;align-items:center;margin:0 0 8px;font-size:13px;line-height:20px}
figcaption b{font-weight:550}
figcaption .quiet{flex:1;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.frame{background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden;box-shadow:var(--lift-1)}
.networks{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:8px;min-width:0;margin:0;padding:0;border:0}
.networks label{display:flex;gap:6px;align-items:center;min-height:36px;padding:0 12px;border:1px solid var(--line-2);border-radius:99px;background:var(--surface);font-size:13px;font-weight:530;color:var(--ink-2);cursor:pointer}
.networks label:hover{background:var(--sunken);color:var(--ink)}
.networks label:has(:checked){border-color:var(--brand);background:var(--brand-tint);color:var(--brand)}
.networks label:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
.networks input,.hidden{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;outline:0}
.glyph{width:18px;height:18px;flex:none;fill:currentColor;stroke:none}
h2{font-size:16px;line-height:24px;font-weight:620;letter-spacing:-.01em;margin-bottom:16px}
aside{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:20px;box-shadow:var(--lift-1)}
.said{list-style:none;margin:0 0 20px;padding:0;display:grid;gap:16px}
.said li{display:grid;grid-template-columns:32px minmax(0,1fr);gap:10px;font-size:14px;line-height:20px}
.said .tile{width:32px;height:32px;font-size:13px}
.said b{font-weight:550}
.said time{display:block;font-size:12px;line-height:16px;color:var(--ink-3)}
.said p{white-space:pre-wrap;margin-top:4px}
.fine{display:inline-flex;gap:4px;align-items:center;color:var(--published);font-weight:550}
.fine svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
form{display:grid;gap:16px}
form>label{display:grid;gap:6px;font-size:13px;line-height:20px;font-weight:550}
form input,form textarea{font:400 14px/20px "Inter Variable",system-ui,sans-serif;color:inherit;background:var(--surface);border:1px solid var(--line-2);border-radius:8px;padding:9px 12px;width:100%}
::placeholder{color:var(--ink-3);opacity:1}
textarea{min-height:96px;resize:vertical}
.choose{display:flex;flex-wrap:wrap;gap:8px}
button{font:530 14px/20px "Inter Variable",system-ui,sans-serif;border-radius:8px;border:1px solid var(--line-2);padding:0 16px;min-height:40px;cursor:pointer;background:var(--surface);color:inherit;flex:1;overflow-wrap:normal}
button:hover{background:var(--sunken)}
button.first{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
button.first:hover{background:var(--brand-hover)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
footer{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;justify-content:space-between;margin-top:40px;padding-top:16px;border-top:1px solid var(--line);font-size:12px;line-height:18px;color:var(--ink-3)}
footer .by{display:inline-flex;gap:8px;align-items:center;font-weight:550;color:var(--ink-2)}
.by svg{width:20px;height:20px;stroke-linecap:butt}
.alone{max-width:34rem;margin:16vh auto 0;padding:0 24px}
.alone .by svg{width:32px;height:32px}
.alone .by{display:flex;gap:10px;align-items:center;margin-bottom:24px;font-size:17px;font-weight:620}
.alone h1{font-size:24px;line-height:32px;font-weight:620;letter-spacing:-.02em;margin-bottom:8px}
.alone h1+p{color:var(--ink-2)}
@media(max-width:480px){.page{padding:16px 16px 40px}.top>div{padding:12px 16px}.networks label{min-height:40px}}
@media print{aside form,.networks{display:none}.frame,figure{break-inside:avoid}}`

/** Shows only the preview of the chosen network. Paper has all of them. */
export const chooserStyle = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `@media screen{.previews:has(#choice-${at}:checked) figure:not(#preview-${at}){display:none}}`,
  ).join('\n')
