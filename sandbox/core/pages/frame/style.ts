import { fontPath } from './font.ts'
import { tokensCss } from './tokens.ts'

/** The style that all pages of the sandbox share: semantic colors, type, buttons, fields, panels. */
export const frameCss = `
${tokensCss}
@font-face { font-family: "Inter Variable"; src: url(${fontPath}) format("woff2"); font-weight: 100 900; font-display: swap }
:root { font: 15px/1.5 "Inter Variable", system-ui, sans-serif; --good: var(--published); --bad: var(--failed); --warn: var(--partial) }
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink) }
a { color: var(--brand); text-underline-offset: .15em } h1, h2, h3, p { margin: 0 }
h1 { font-size: 20px; line-height: 28px; font-weight: 620; letter-spacing: -.014em; overflow-wrap: anywhere } h2 { font-size: 15px; line-height: 24px; font-weight: 620 } h3 { font-size: .8125rem; font-weight: 600; color: var(--ink-2) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
img, video { display: block; max-width: 100% } time, .num { font-variant-numeric: tabular-nums }
code, pre { font: .8125rem/1.55 ui-monospace, Menlo, Consolas, monospace } pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border-radius: .5rem; background: var(--sunken) }
.stripe { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 8px; padding: 5px 16px; background: repeating-linear-gradient(-45deg, var(--sunken) 0 10px, var(--bg) 10px 20px); border-bottom: 1px solid var(--line); font-size: 12px; line-height: 16px; text-align: center; color: var(--ink-2) } .stripe strong { font-weight: 600; color: var(--ink) }
.top { display: flex; gap: 0 20px; align-items: center; height: 56px; padding: 0 24px; background: var(--surface); border-bottom: 1px solid var(--line); font-size: 14px; line-height: 20px }
.top .name { display: inline-flex; flex: none; gap: 10px; align-items: center; min-height: 40px; color: inherit; font-size: 15px; font-weight: 620; letter-spacing: -.01em; text-decoration: none } .top .name span { font-weight: 400; color: var(--ink-3) } .top .name svg { width: 28px; height: 28px }
.top .button { order: 1; flex: none; margin-inline-start: auto }
.top nav { display: flex; gap: 2px; min-width: 0; overflow-x: auto; scrollbar-width: none } .top nav a { display: inline-flex; flex: none; align-items: center; height: 32px; padding: 0 10px; border-radius: 8px; color: var(--ink-2); font-weight: 500; text-decoration: none } .top nav a:hover { background: var(--sunken); color: var(--ink) } .top nav a[aria-current] { background: var(--sunken); color: var(--ink) }
@media (max-width: 60rem) { .top { flex-wrap: wrap; height: auto; padding: 6px 16px 0 } .top nav { order: 2; flex: 1 0 100%; margin: 4px -16px 0; padding: 2px 16px 6px } .top nav a { height: 40px } }
main { max-width: 72rem; margin: 0 auto; padding: 1.75rem 1.25rem 4rem } main.narrow { max-width: 40.5rem } main.middle { max-width: 56rem }
.lead { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-bottom: 1.25rem } .lead > div:not(.tile) { flex: 1 1 16rem; min-width: 0 } .lead p { color: var(--ink-2); font-size: .9375rem; max-width: 75ch }
.tabs { display: flex; flex-wrap: wrap; gap: .375rem; margin-bottom: 1.25rem; font-size: .875rem } .tabs a { display: inline-flex; align-items: center; min-height: 2rem; padding: 0 .75rem; border: 1px solid var(--line); border-radius: 2rem; color: var(--ink-2); background: var(--surface); text-decoration: none } .tabs a:hover { border-color: var(--line-strong); color: var(--ink) } .tabs a[aria-current] { background: var(--brand-tint); border-color: var(--brand); color: var(--brand) }
.tile svg { width: 60%; height: 60%; fill: currentColor } .tile { display: inline-grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border: 1px solid var(--line); border-radius: .5rem; font-size: .8125rem; font-weight: 600; background: var(--sunken); color: var(--ink-2) } .tile.big { width: 3rem; height: 3rem; font-size: 1rem; border-radius: .75rem }
.face { display: inline-grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; font-weight: 600; color: #fff; background: oklch(.48 .09 var(--hue)) }
.hue-0 { --hue: 20 } .hue-1 { --hue: 65 } .hue-2 { --hue: 130 } .hue-3 { --hue: 175 } .hue-4 { --hue: 220 } .hue-5 { --hue: 260 } .hue-6 { --hue: 300 } .hue-7 { --hue: 345 }
.quiet { color: var(--ink-3); font-size: .875rem } .good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) }
.badge { display: inline-flex; align-items: center; gap: .25rem; padding: 0 .5rem; border-radius: 1rem; font-size: .75rem; line-height: 1.25rem; font-weight: 600; white-space: nowrap; color: var(--ink-2); background: var(--sunken); border: 1px solid var(--line) } .badge.bad { color: var(--bad) } .badge.good { color: var(--good) } .badge.warn { color: var(--warn) }
.panel { border: 1px solid var(--line); border-radius: .75rem; background: var(--surface) } .empty { display: grid; justify-items: center; gap: .25rem; padding: 3rem 1.25rem; text-align: center } .empty p { max-width: 44ch; color: var(--ink-2); font-size: .9375rem }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: .375rem; min-height: 2.25rem; padding: 0 .875rem; border: 1px solid var(--line-2); border-radius: .5rem; font: inherit; font-size: .875rem; font-weight: 500; background: var(--surface); color: var(--ink); text-decoration: none; cursor: pointer }
:is(button, .button):hover { background: var(--sunken) } button.primary, button[aria-pressed=true] { background: var(--brand); border-color: var(--brand); color: var(--on-brand) } button.primary:hover { filter: brightness(1.08) } button.danger { color: var(--bad); border-color: currentColor } button.plain { border-color: transparent; background: none; color: var(--brand) }
input:not([type=checkbox], [type=file]), select, textarea { min-height: 2.25rem; padding: .25rem .625rem; border: 1px solid var(--line-2); border-radius: .5rem; font: inherit; font-size: .9375rem; font-weight: 400; background: var(--surface); color: var(--ink); min-width: 0 } input[type=checkbox] { width: 1.125rem; height: 1.125rem; flex: none; margin: 0; accent-color: var(--brand) }
summary { cursor: pointer } summary::-webkit-details-marker { display: none } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 48rem) { button, .button, input:not([type=checkbox], [type=file]), select, .tabs a { min-height: 2.75rem } input, select, textarea { font-size: 1rem } main { padding-top: 1.25rem } }
@keyframes came { from { opacity: 0; transform: translateY(-.5rem) } } .came { animation: came .18s cubic-bezier(.2, .8, .2, 1) }
@media (prefers-reduced-motion: reduce) { .came { animation: none } }`
