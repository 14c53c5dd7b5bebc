import { createHash } from 'node:crypto'
import type { Language } from '#kernel/language.ts'

/**
 * HTML pages for people who come from a network. They have no scripts and load nothing from elsewhere. External text is
 * escaped.
 */
const style = `
:root{color-scheme:light dark;--back:#f8f9fb;--card:#fff;--ink:#191b20;--soft:#5b6270;--line:#e0e3e9;--edge:#868c98;--brand:#244fb5}
@media(prefers-color-scheme:dark){:root{--back:#0e1014;--card:#15181e;--ink:#eeeff1;--soft:#a4a9b3;--line:#2b3038;--edge:#6c7280;--brand:#86aef8}}
*{box-sizing:border-box}
body{display:grid;align-content:center;min-height:100vh;margin:0;padding:2rem 1rem;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:30rem;margin:0 auto;padding:1.75rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.name{display:flex;align-items:center;gap:.625rem;margin:0 0 1.5rem;color:var(--ink);font-weight:600}
.name svg{width:1.75rem;height:1.75rem}
h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3;letter-spacing:-.01em;text-wrap:balance}
p{margin:0 0 .75rem;color:var(--soft)}
p:last-child{margin:0}
strong{color:var(--ink);font-weight:600}
a{color:var(--brand)}
code{font:.875em ui-monospace,Menlo,Consolas,monospace}
.go{margin-top:.75rem}
form.go{display:grid;gap:.75rem;margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
label{display:grid;gap:.375rem;font-size:.875rem;font-weight:500}
input{width:100%;min-height:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:inherit;font:inherit;font-weight:400}
a.go,button{display:flex;align-items:center;justify-content:center;width:100%;min-height:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:none;color:var(--ink);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
a.go:hover,button:hover{background:var(--back)}
a.go:active,button:active{border-color:var(--ink)}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}`

const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1d2433"/><path d="M8 19.5a6 6 0 1 1 6 6h-1.5M8 19.5h9.5c3.5 0 6-1 8-3.5v9c-2-2.5-4.5-3.5-8-3.5" fill="none" stroke="#e0b04a" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * For a page with a form. Browsers also apply the rule to the redirect to the network, whose URL is not known in
 * advance.
 */
export const formPolicy = pagePolicy.replace("form-action 'none'", "form-action 'self' https: http:")

interface PageText {
  readonly language: Language
  readonly title: string
  /** Paragraphs as HTML; text from outside must be escaped with `escapeHtml`. */
  readonly body: readonly string[]
}

export const renderPage = ({ language, title, body }: PageText): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<main>
<p class="name">${mark}Posthorn</p>
<h1>${title}</h1>
${body.join('\n')}
</main>
</html>
`
