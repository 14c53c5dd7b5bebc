/** The style of a receiver's page. */
export const look = `
.told { display: grid; gap: .75rem; padding: 1rem; margin-bottom: 1.5rem } .choices { display: flex; flex-wrap: wrap; gap: .375rem } .choices button { font-variant-numeric: tabular-nums } .told label { display: inline-flex; align-items: center; gap: .5rem; font-size: .875rem; min-height: 1.75rem }
.row { display: flex; gap: .75rem; align-items: center; margin-bottom: .75rem } .forget { margin-inline-start: auto } .list { overflow: hidden } .list details + details { border-top: 1px solid var(--line) } details { overflow-wrap: anywhere }
summary { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; padding: .75rem 1rem; list-style: none } summary:hover { background: var(--sunken) } summary:focus-visible { outline-offset: -2px } details > :not(summary) { margin-inline: 1rem } details > :last-child { margin-block-end: 1rem } details ul { list-style: none; padding: 0; margin-block: 0 .75rem; font-size: .875rem } details h3 { margin-block: .75rem .25rem }
summary .when { margin-inline-start: auto } .verdict { font-size: .875rem; font-weight: 600 } pre { max-height: 24rem; overflow: auto }
@media (max-width: 40rem) { summary .when { margin-inline-start: 0; width: 100% } }`
