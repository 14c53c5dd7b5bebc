import { declareTokens } from '../face/tokens.ts'
import { shapes } from './files.ts'

const shapeRules = Object.entries(shapes)
  .map(([name, ratio]) => `.pv-shape-${name}{aspect-ratio:${Math.round(ratio * 10_000) / 10_000}}`)
  .join('\n')

const hueRules = Array.from({ length: 12 }, (_, at) => {
  const hue = `oklch(0.62 0.14 ${at * 30})`
  return `.pv-hue-${at}{background:color-mix(in oklab,${hue} 22%,var(--surface));color:color-mix(in oklab,${hue} 35%,var(--ink))}`
}).join('\n')

/** The colors of a phone, which is dark in both modes. */
const nightNames = ['bg', 'surface', 'sunken', 'line', 'ink', 'ink-2', 'ink-3', 'brand', 'failed']
const night = declareTokens('dark')
  .split('\n')
  .map((declared) => declared.trim())
  .filter((declared) => nightNames.some((name) => declared.startsWith(`--${name}:`)))
  .join('')

/** The style of the previews, in the composer and on the pages of share links: layouts of networks, without colors. */
export const previewStyle = `.pv{background:var(--surface);color:var(--ink);font-size:14px;line-height:20px;overflow-wrap:anywhere}
:where(.pv) :where(p,ul,ol,blockquote){margin:0;padding:0;list-style:none}
.pv b,.pv-strong{font-weight:620}
.pv small{font-size:13px;line-height:20px;color:var(--ink-3)}
.pv-night{color-scheme:dark;color:var(--ink);background:var(--bg);${night}}
.pv-face{display:inline-grid;place-items:center;flex:none;border-radius:50%;object-fit:cover;font-size:13px;line-height:1;font-weight:620;user-select:none}
.pv-large{width:40px;height:40px}
.pv-small{width:32px;height:32px;font-size:12px}
.pv-square{border-radius:6px}
${hueRules}
.pv-line{display:block;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;text-align:match-parent}
.pv-quiet{color:var(--ink-3)}
.pv-mark{color:var(--brand)}
a.pv-mark{text-decoration-thickness:1px;text-underline-offset:.18em}
.pv-head{display:flex;gap:10px;align-items:center;min-width:0}
.pv-who{min-width:0}
.pv-who small{display:flex;gap:4px;align-items:center}
.pv-name{display:flex;gap:6px;min-width:0}
.pv-text{white-space:pre-wrap;overflow-wrap:break-word}
.pv-text>summary{display:inline;list-style:none;cursor:pointer}
.pv-text>summary::-webkit-details-marker{display:none}
.pv-text>summary::before{content:none}
.pv-fold{color:var(--ink-3);font-weight:530}
.pv-text[open] .pv-fold{display:none}
.pv-text[open]::details-content{display:inline}
.pv-glyph{width:16px;height:16px;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.pv-filled{width:20px;height:20px;fill:currentColor}
.pv-big{width:32px;height:32px}
.pv-glyphs{display:flex;flex-wrap:wrap;gap:24px;padding-top:4px;font-size:13px;color:var(--ink-3);font-variant-numeric:tabular-nums}
.pv-glyphs span{display:inline-flex;gap:6px;align-items:center}
.pv-glyphs-big{gap:16px;color:inherit}
.pv-glyphs-big .pv-glyph{width:24px;height:24px}
.pv-bar{display:flex;flex-wrap:wrap;gap:4px 24px;font-size:13px;color:var(--ink-3)}
${shapeRules}
.pv-frame{position:relative;min-width:0;min-height:0;overflow:hidden;background:var(--sunken)}
.pv-frame img,.pv-frame video{position:absolute;inset:0;display:block;width:100%;height:100%;object-fit:cover}
.pv-frame:not(.pv-edged){border-radius:8px}
.pv-missing,.pv-play{position:absolute;inset:0;display:grid;place-items:center;color:var(--ink-3)}
.pv-play .pv-glyph{box-sizing:content-box;padding:12px;border-radius:50%;background:color-mix(in oklch,var(--bg) 80%,transparent);color:var(--ink)}
.pv-rejected{position:absolute;inset:auto 0 0;padding:4px 8px;font-size:12px;line-height:16px;color:var(--failed);background:color-mix(in oklch,var(--bg) 90%,transparent)}
.pv-rest{position:absolute;inset:0;display:grid;place-items:center;font-size:24px;color:#fff;background:#000a}
.pv-document,.pv-audio{display:block;width:100%}
.pv-grid{display:grid;grid-template:1fr 1fr/1fr 1fr;gap:2px;aspect-ratio:1.6;overflow:hidden;border-radius:8px}
.pv-grid.pv-edged{border-radius:0}
.pv-grid .pv-frame{border-radius:0}
.pv-of-5{grid-template-columns:repeat(6,1fr)}
.pv-of-5>.pv-frame{grid-column:span 2}
.pv-of-5>.pv-frame:nth-child(-n+2){grid-column:span 3}
.pv-of-2 .pv-frame,.pv-of-3 .pv-frame:first-child{grid-row:span 2}
.pv-row{display:flex;gap:6px;overflow-x:auto;scroll-snap-type:x proximity}
.pv-row>li{flex:none;width:100%;scroll-snap-align:start}
.pv-several>li{width:80%}
.pv-card{display:grid;overflow:hidden;border:1px solid var(--line);border-radius:8px}
.pv-narrow{grid-template-columns:96px minmax(0,1fr)}
.pv-card-image{display:grid;place-items:center;color:var(--ink-3);background:var(--sunken);aspect-ratio:1.91}
.pv-narrow .pv-card-image{aspect-ratio:auto}
.pv-card-words{display:grid;align-content:center;min-width:0;padding:8px 12px}
.pv-card-words>*{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.pv-card-words b{font-weight:530}
.pv-cards{display:flex;gap:8px;overflow-x:auto}
.pv-cards>li{flex:none;width:60%}
.pv-poll,.pv-poll ul{display:grid;gap:6px}
.pv-poll li{padding:6px 16px;border:1px solid var(--line);border-radius:99px}
.pv-quote{display:grid;gap:2px;padding:8px 12px;border:1px solid var(--line);border-radius:8px}
.pv-warning{padding:8px 16px;border-bottom:1px solid var(--line);background:color-mix(in oklch,var(--partial) 10%,transparent)}
.pv-plain{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;padding:16px}
.pv-feed{display:grid;grid-template-columns:minmax(0,1fr);gap:12px}
.pv-feed>:not(.pv-edged){margin-inline:16px}
.pv-feed>.pv-head{margin-top:16px}
.pv-feed>.pv-bar{margin:0;padding:12px 16px;border-top:1px solid var(--line)}
.pv-comment{display:grid;grid-template-columns:minmax(0,1fr);gap:2px;margin-bottom:16px;padding:12px;border-radius:8px;background:var(--sunken)}
.pv-thread>li{display:grid;grid-template-columns:40px minmax(0,1fr);gap:12px;padding:16px}
.pv-thread>li:not(:last-child){padding-bottom:0}
.pv-aside{display:grid;grid-template-rows:auto 1fr;justify-items:center;gap:4px}
.pv-aside i{width:2px;background:var(--line)}
.pv-message{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:8px;padding-bottom:4px}
.pv-needs{display:grid;place-items:center;min-height:160px;margin:16px;padding:16px;border-radius:8px;color:var(--ink-3);background:var(--sunken);text-align:center}
.pv-phone .pv-needs{margin:0}
.pv-gram{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;padding:16px 0}
.pv-gram>.pv-head,.pv-caption{padding-inline:16px}
.pv-gram .pv-frame{border-radius:0}
.pv-caption{display:grid;grid-template-columns:minmax(0,1fr);gap:4px}
.pv-reel{width:256px;max-width:100%;justify-self:center;overflow:hidden;border-radius:12px}
.pv-pin,.pv-watch{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;padding:16px}
.pv-pin .pv-needs,.pv-watch .pv-needs{margin:0}
.pv-pin .pv-frame{border-radius:16px}
.pv-pinned{display:flex;gap:12px;justify-content:space-between;font-size:13px}
.pv-pinned .pv-mark{min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.pv-title{font-size:16px;line-height:24px;font-weight:620}
.pv-about{padding:12px;border-radius:12px;background:var(--sunken);font-size:13px}
.pv-about:empty{display:none}
.pv-hand{display:grid;justify-items:center;padding:16px}
.pv-phone{position:relative;display:grid;width:256px;max-width:100%;aspect-ratio:.5625;overflow:hidden;border-radius:16px}
.pv-phone .pv-frame{border-radius:0}
.pv-count{position:absolute;inset:12px 12px auto auto;padding:0 8px;border-radius:99px;font-size:13px;background:color-mix(in oklch,var(--bg) 80%,transparent)}
.pv-phone>.pv-glyphs{position:absolute;inset-inline-end:10px;bottom:160px;display:grid;gap:16px;filter:drop-shadow(0 0 2px #000)}
.pv-over{position:absolute;inset:auto 0 0;display:grid;grid-template-columns:minmax(0,1fr);gap:4px;padding:12px 40px 12px 12px;background:color-mix(in oklch,var(--bg) 70%,transparent)}
.pv-over .pv-text{max-height:160px;overflow-y:auto}
.pv-top{position:absolute;inset:0 0 auto;display:grid;grid-template-columns:minmax(0,1fr);gap:8px;padding:12px;font-size:13px;background:color-mix(in oklch,var(--bg) 50%,transparent)}
.pv-top>i{height:2px;border-radius:2px;background:color-mix(in oklch,var(--ink) 70%,transparent)}`
