import { tokensCss } from '#rules/face/tokens.ts'

/** The font of the web app, which serves it. */
export const fontFace = `@font-face { font-family: "Inter Variable"; src: url(/inter.woff2) format("woff2"); font-weight: 100 900; font-display: swap }
`

/** The header of all documentation. The reference shows it, too, so its rules depend on no other. */
export const headerStyle = `
.bar, .bar * { box-sizing: border-box }
.bar { position: sticky; top: 0; z-index: 10; background: var(--surface); border-bottom: 1px solid var(--line); font: 14px/20px "Inter Variable", system-ui, sans-serif; color: var(--ink) }
.bar > div { display: flex; align-items: center; gap: 28px; height: 55px; max-width: 1400px; margin: 0 auto; padding: 0 24px }
.bar a { color: inherit; text-decoration: none }
.bar svg { flex: none; width: 28px; height: 28px }
.bar .name { display: flex; align-items: center; gap: 10px; min-height: 40px; font-size: 15px; font-weight: 620; letter-spacing: -.01em }
.bar .name span { font-weight: 400; color: var(--ink-3) }
.bar nav { display: flex; gap: 4px }
.bar nav a { display: flex; align-items: center; height: 32px; padding: 0 10px; border-radius: 8px; color: var(--ink-2); font-weight: 500 }
.bar nav a:hover { background: var(--sunken); color: var(--ink) }
.bar nav a[aria-current] { background: var(--sunken); color: var(--ink) }
.bar .open, .bar .menu { display: flex; align-items: center; height: 36px; padding: 0 14px; border: 1px solid var(--line-2); border-radius: 8px; background: var(--surface); font: inherit; font-weight: 530; color: var(--ink); white-space: nowrap }
.bar .open { margin-inline-start: auto }
.bar .open:hover, .bar .menu:hover { background: var(--sunken) }
.bar .menu { display: none; cursor: pointer }
@media (max-width: 60rem) {
  .bar > div { gap: 8px; height: 51px; padding: 0 16px }
  .bar nav { display: none }
  .bar .menu { display: flex; height: 40px }
  .bar .open { height: 40px }
  .bar .name { margin-inline-end: auto }
  .bar .name span { display: none }
}
@media print { .bar { display: none } }
`

/** The style sheet of the guides, the errors and the page at the root of an installation without the web app. */
export const styleSheet = `${tokensCss}
:root { font: 15px/1.65 "Inter Variable", system-ui, sans-serif; color: var(--ink); background: var(--surface); scroll-padding-top: 5rem }
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--brand); text-decoration-thickness: 1px; text-underline-offset: .18em }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px }
${headerStyle}
.columns { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); max-width: 1400px; margin: 0 auto }
.columns.alone { grid-template-columns: minmax(0, 1fr); max-width: 68rem }
.alone aside { display: none }
aside { display: block; position: sticky; inset: 56px auto auto; align-self: start; width: auto; height: auto; max-height: calc(100vh - 56px); margin: 0; padding: 24px 16px 48px 24px; overflow: auto; border: 0; background: none; color: inherit; font-size: 14px; line-height: 20px; scrollbar-width: thin }
aside .places { display: none }
aside p, .sections p { margin: 24px 0 4px; padding: 0 10px; font-size: 12px; line-height: 16px; font-weight: 550; color: var(--ink-3) }
aside nav > p:first-child { margin-top: 0 }
aside ul, .sections ul { margin: 0; padding: 0; list-style: none }
aside li, .sections li { margin: 0 }
aside a, .places a { display: block; padding: 6px 10px; color: var(--ink-2); text-decoration: none; border-radius: 8px }
aside a:hover { background: var(--sunken); color: var(--ink) }
aside a[aria-current] { background: var(--brand-tint); color: var(--brand); font-weight: 550 }
.sections { display: none }
main { max-width: 52rem; padding: 36px 48px 96px; overflow-wrap: break-word }
.alone main { max-width: none; padding-inline: 24px }
h1, h2, h3, h4 { font-weight: 620; letter-spacing: -.014em; text-wrap: balance }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 36px; letter-spacing: -.02em }
h2 { margin: 36px 0 12px; padding-top: 28px; border-top: 1px solid var(--line); font-size: 20px; line-height: 28px }
h3 { margin: 32px 0 8px; font-size: 16px; line-height: 24px }
h4 { margin: 24px 0 8px; font-size: 15px }
p, ul, ol, pre, .wide { margin: 0 0 16px }
ul, ol { padding-inline-start: 22px }
li { margin: 4px 0 }
li::marker { color: var(--ink-3) }
main details { margin: 0 0 24px; border: 1px solid var(--line); border-radius: 8px }
main summary { padding: 10px 14px; font-size: 14px; font-weight: 530; cursor: pointer }
main details ul { margin: 0; padding: 0 14px 10px; list-style: none; font-size: 14px }
main details a { display: block; padding: 6px 0; color: var(--ink-2); text-decoration: none }
code { padding: .12em .36em; font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--sunken); border-radius: 4px }
pre { padding: 14px 18px; overflow: auto; background: var(--bg); border: 1px solid var(--line); border-radius: 12px; tab-size: 2 }
pre code { padding: 0; background: none; font-size: 13px; line-height: 21px }
code .s { color: var(--published) }
code .c { color: var(--ink-3) }
code .k { color: var(--scheduled) }
.wide { overflow-x: auto }
table { border-collapse: collapse; min-width: 100%; font-size: 14px; line-height: 21px }
th, td { padding: 9px 20px 9px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line) }
th { font-size: 12px; line-height: 16px; font-weight: 500; color: var(--ink-3) }
td code { overflow-wrap: normal }
img { display: block; max-width: 100%; border: 1px solid var(--line); border-radius: 12px }
blockquote { margin: 0 0 16px; padding: 12px 16px; border-inline-start: 3px solid var(--brass); border-radius: 0 8px 8px 0; background: var(--brass-tint) }
blockquote > :last-child { margin: 0 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 12px; padding: 0; list-style: none }
.cards li { position: relative; margin: 0; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface) }
.cards li:hover { border-color: var(--line-strong); background: var(--bg) }
.cards a { color: var(--ink); font-weight: 550; text-decoration: none }
.cards a::after { content: ""; position: absolute; inset: 0; border-radius: 12px }
.cards span { display: block; font-size: 13px; line-height: 20px; color: var(--ink-2) }
@media (min-width: 76rem) {
  .columns:has(.sections) { grid-template-columns: 16.5rem minmax(0, 1fr) 14.5rem }
  .sections { display: block; position: sticky; top: 56px; align-self: start; max-height: calc(100vh - 56px); overflow: auto; padding: 40px 24px 48px 0; font-size: 13px; line-height: 18px; scrollbar-width: thin }
  .sections p { margin-top: 0 }
  .sections a { display: block; padding: 5px 10px; color: var(--ink-2); text-decoration: none; border-radius: 6px }
  .sections a:hover { background: var(--sunken); color: var(--ink) }
  .sections code { padding: 0; background: none }
  main details { display: none }
}
@media (max-width: 60rem) {
  .columns, .columns.alone { display: block }
  aside, .alone aside { display: none }
  aside:popover-open { display: block; position: fixed; inset: 0 0 0 auto; width: min(20rem, 88vw); height: 100dvh; max-height: none; padding: 16px 12px 48px; background: var(--surface); box-shadow: var(--lift-3) }
  aside::backdrop { background: oklch(0.2 0.03 262 / .4) }
  aside .places { display: block; padding-bottom: 12px; border-bottom: 1px solid var(--line); margin-bottom: 20px }
  aside a { padding: 10px }
  main, .alone main { max-width: none; padding: 24px 16px 64px }
  h1 { font-size: 24px; line-height: 32px }
}
@media (max-width: 40rem) {
  thead { display: none }
  tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line) }
  td { display: block; padding: 2px 0; border: 0 }
  td:empty { display: none }
  td:first-child { font-weight: 550 }
  td code { overflow-wrap: anywhere }
}
@media print {
  aside, .sections, main details { display: none }
  .columns { display: block }
  pre { white-space: pre-wrap }
}
`
