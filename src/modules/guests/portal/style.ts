/** The style of a guest’s pages, in addition to that of the share page. Big buttons, one column on a phone. */
export const portalStyle = `
.calendar{display:grid;gap:24px;max-width:720px;margin:0 auto}
.calendar section>h2{margin-bottom:8px}
.calendar h3{margin:20px 0 8px;font-size:13px;line-height:20px;font-weight:550;color:var(--ink-3)}
.calm{color:var(--ink-3)}
section.ask{display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center;justify-content:space-between;padding:20px;border-radius:12px;background:var(--surface);border:1px solid var(--line);border-inline-start:4px solid var(--brand-color);box-shadow:var(--lift-1)}
section.ask h2{margin:0}
.go{display:inline-grid;place-items:center;min-height:48px;padding:0 24px;border-radius:8px;background:var(--brand-color);color:var(--on-brand-color);font-weight:550;text-decoration:none}
.go:hover{filter:brightness(.94)}
.side .go{width:100%}
.go.plain{background:var(--surface);color:var(--ink);box-shadow:inset 0 0 0 1px var(--line-2)}
.alone .tile{width:40px;height:40px;font-size:17px;border:0;border-radius:8px;background:var(--brand-color);color:var(--on-brand-color)}
.posts{list-style:none;margin:0;padding:0;display:grid;gap:8px}
.posts a{display:flex;gap:12px;align-items:center;min-height:72px;padding:12px;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:inherit;text-decoration:none;box-shadow:var(--lift-1)}
.posts a:hover{border-color:var(--line-2)}
.posts img{flex:none;width:56px;height:56px;border-radius:8px;object-fit:cover;background:var(--sunken)}
.what{display:grid;gap:4px;min-width:0}
.excerpt{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.chip.ask{background:var(--brand-color);color:var(--on-brand-color)}
.back{margin-bottom:16px}
.back a{display:inline-block;min-height:44px;line-height:44px;text-decoration:none}
.side{display:grid;gap:16px;align-content:start}
.talk .side aside{position:static}
.decide{display:grid;gap:12px;border-inline-start:4px solid var(--brand-color)}
.decide h2{margin:0}
.decide .fine,.alone .fine{color:var(--published);font-weight:550}
.warn{padding:10px 12px;border-radius:8px;background:var(--sunken);color:var(--ink);font-weight:550}
button.big{min-height:52px;font-size:16px;background:var(--brand-color);border-color:var(--brand-color);color:var(--on-brand-color)}
button.big:hover{background:var(--brand-color);filter:brightness(.94)}
button{min-height:44px}
summary{min-height:44px;line-height:44px;text-align:center;border:1px solid var(--line-2);border-radius:8px;font-weight:530;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--sunken)}
details form{margin-top:12px}
.alone form{margin-top:20px}
.alone h1~p{margin-bottom:12px;color:var(--ink-2)}
.alone input{font-size:20px;line-height:28px;letter-spacing:.2em}
@media(min-width:900px){.columns.talk .side{position:sticky;top:24px;align-self:start}}
@media print{.side form,.side .go,details,section.ask,.back{display:none}}`
