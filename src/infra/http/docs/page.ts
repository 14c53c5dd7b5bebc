import { escapeHtml } from '#kernel/text/escape-html.ts'

interface Page {
  readonly title: string
  /** The list of guides next to the text, or null for none. */
  readonly nav: string | null
  readonly body: string
}

/** The layout of the pages under `/docs`. It works without scripts, in light and dark mode, on any screen size. */
export function pageOf({ title, nav, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Posthorn</title>
<link rel="stylesheet" href="/docs/guides/style.css">
</head>
<body>
<header><div><a class="name" href="/docs/guides">Posthorn</a><nav aria-label="Documentation"><a href="/docs/guides">Guides</a><a href="/docs/">API</a><a href="/docs/errors">Errors</a></nav></div></header>
${nav === null ? `<main class="alone">${body}</main>` : withNav(nav, body)}
</body>
</html>
`
}

const withNav = (nav: string, body: string): string => `<div class="columns">
<main>${body}</main>
<aside><nav aria-label="Guides">${nav}</nav></aside>
</div>`

/** Allows the page its own style sheet and images, and nothing else. */
export const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const styleSheet = `
:root {
  --text: #1c1e21; --soft: #5b6270; --line: #e3e6ea; --back: #fff; --panel: #f6f7f9; --link: #0b57b0; --mark: #b4530a;
  font: 16px/1.65 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--text); background: var(--back);
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --soft: #9aa2ae; --line: #2b3037; --back: #14171a; --panel: #1c2025; --link: #7db4ff; --mark: #f0a35e; }
}
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px }
header { position: sticky; top: 0; z-index: 1; background: var(--back); border-bottom: 1px solid var(--line) }
header div { display: flex; align-items: center; gap: 2rem; height: 3.5rem; max-width: 76rem; margin: 0 auto; padding: 0 1.5rem }
header a { color: inherit; text-decoration: none }
header nav { display: flex; gap: 1.25rem; color: var(--soft) }
header nav a:hover { color: var(--text) }
.name { font-weight: 700; letter-spacing: -.01em }
.columns { display: grid; grid-template-areas: "guides text"; grid-template-columns: 16rem minmax(0, 1fr); max-width: 76rem; margin: 0 auto }
aside { grid-area: guides; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow: auto; padding: 1.5rem }
aside p { margin: 1.25rem 0 .25rem; font-size: .75rem; font-weight: 600; color: var(--soft) }
aside p:first-child { margin-top: 0 }
aside ul { margin: 0; padding: 0; list-style: none; font-size: .9rem }
aside a { display: block; padding: .2rem .6rem; color: inherit; text-decoration: none; border-radius: 5px }
aside a:hover { background: var(--panel) }
aside a[aria-current] { background: var(--panel); font-weight: 600 }
aside li ul { margin: .15rem 0 .5rem .6rem; border-left: 1px solid var(--line); color: var(--soft); font-size: .85rem }
main.alone { max-width: 64rem; margin: 0 auto }
main { grid-area: text; max-width: 50rem; padding: 2rem 2.5rem 6rem; overflow-wrap: break-word }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em }
h2 { margin: 2.75rem 0 .75rem; font-size: 1.35rem; line-height: 1.3; letter-spacing: -.01em; scroll-margin-top: 4.5rem }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; scroll-margin-top: 4.5rem }
p, ul, ol, pre, .wide { margin: 0 0 1rem }
li { margin: .25rem 0 }
code { padding: .1em .35em; font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--panel); border-radius: 4px }
pre { padding: 1rem 1.25rem; overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px }
pre code { padding: 0; background: none }
.wide { overflow-x: auto }
table { border-collapse: collapse; min-width: 100%; font-size: .925rem }
th, td { padding: .5rem 1rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft) }
td code { overflow-wrap: normal }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 8px }
blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft) }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .75rem; padding: 0; list-style: none }
.cards li { position: relative; margin: 0; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 8px }
.cards li:hover { border-color: var(--soft) }
.cards a { font-weight: 600; text-decoration: none }
.cards a::after { content: ""; position: absolute; inset: 0 }
.cards span { display: block; font-size: .9rem; line-height: 1.45; color: var(--soft) }
@media (max-width: 56rem) {
  .columns { display: block }
  header div { gap: 1.25rem; padding: 0 1rem }
  aside { position: static; max-height: none; padding: 1.5rem 1rem 3rem; border-top: 1px solid var(--line) }
  aside a { padding: .4rem .6rem }
  main { padding: 1.5rem 1rem 3rem }
  h1 { font-size: 1.65rem }
}
@media (max-width: 40rem) {
  thead { display: none }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line) }
  td { display: block; padding: .1rem 0; border: 0 }
  td:empty { display: none }
  td:first-child { font-weight: 600 }
  td code { overflow-wrap: anywhere }
}
`
