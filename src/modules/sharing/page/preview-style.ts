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
