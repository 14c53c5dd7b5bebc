/** The look of a receiver's page. */
export const look = `
main { max-width: 52rem; display: grid; gap: 1.25rem } .lead p { margin: .25rem 0 0 } .panel p { margin: 0 }
.told { display: grid; gap: .75rem; padding: 1rem } .choices { display: flex; flex-wrap: wrap; gap: .375rem }
button { font: inherit; font-size: .875rem; min-height: 2.25rem; padding: 0 .875rem; border: 1px solid light-dark(#d8dce3, #363b45); border-radius: .5rem; background: light-dark(#fff, #1e222a); color: inherit; cursor: pointer; font-variant-numeric: tabular-nums } button:hover { background: light-dark(#f3f4f7, #262b34) }
button[aria-pressed=true] { background: light-dark(#1c4fb8, #86aaff); border-color: transparent; color: light-dark(#fff, #101216); font-weight: 600 }
button.plain { border-color: transparent; background: none; color: light-dark(#1c4fb8, #86aaff); padding: 0 }
label { display: inline-flex; align-items: center; gap: .5rem; font-size: .875rem; min-height: 1.75rem }
.row { display: flex; gap: .75rem; align-items: baseline; margin-bottom: -.75rem } .forget { margin-inline-start: auto }
.list { overflow: hidden } .list details + details { border-top: 1px solid light-dark(#e3e6eb, #2a2e36) } details { overflow-wrap: anywhere }
summary { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; cursor: pointer; padding: .75rem 1rem; list-style: none } summary:hover { background: light-dark(#f8f9fb, #1a1e25) } summary::-webkit-details-marker { display: none }
details > :not(summary) { margin-inline: 1rem } details > :last-child { margin-block-end: 1rem } details ul { list-style: none; padding: 0; margin-block: 0 .75rem; font-size: .875rem }
summary .when { margin-inline-start: auto } .verdict { font-size: .875rem; font-weight: 600 }
h3 { font-size: .8125rem; font-weight: 500; margin-block: .75rem .25rem; color: light-dark(#5b626e, #9aa2af) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin-block: 0 .75rem; padding: .75rem; border-radius: .5rem; background: light-dark(#f3f4f7, #1e222a) }
.empty { text-align: center; padding: 2.5rem 1rem } .empty p { margin-top: .25rem }
@media (max-width: 40rem) { button { min-height: 2.75rem } summary .when { margin-inline-start: 0; width: 100% } }`
