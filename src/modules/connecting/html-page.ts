import { createHash } from 'node:crypto'
import type { Language } from '#kernel/language.ts'
import { drawHornTile } from '#rules/face/horn.ts'
import { tokensCss } from '#rules/face/tokens.ts'

/**
 * HTML pages for people who come from a network or an invitation. They have no scripts and load nothing from elsewhere.
 * External text is escaped.
 */
const style = `@font-face{font-family:"Inter Variable";src:url(/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
${tokensCss}
*{box-sizing:border-box}
body{display:grid;align-content:center;min-height:100vh;margin:0;padding:32px 16px;background:var(--bg);color:var(--ink);font:15px/1.5 "Inter Variable",system-ui,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:30rem;margin:0 auto;padding:28px;border:1px solid var(--line);border-radius:12px;background:var(--surface);box-shadow:var(--lift-1)}
.name{display:flex;align-items:center;gap:10px;margin:0 0 24px;color:var(--ink);font-weight:620}
.name svg{width:28px;height:28px}
h1{margin:0 0 8px;font-size:22px;line-height:30px;font-weight:620;letter-spacing:-.015em;text-wrap:balance}
p{margin:0 0 12px;color:var(--ink-2)}
p:last-child{margin:0}
strong{color:var(--ink);font-weight:620}
a{color:var(--brand)}
code{font:.875em ui-monospace,Menlo,Consolas,monospace}
.face{display:block;width:48px;height:48px;margin:0 0 16px;border-radius:10px;object-fit:cover;font-size:20px;font-weight:620}
blockquote{margin:16px 0;padding:12px 16px;border-radius:8px;background:var(--sunken)}
blockquote p{white-space:pre-wrap;color:var(--ink)}
blockquote footer{margin-top:4px;font-size:13px;line-height:20px;color:var(--ink-3)}
.go{margin-top:8px}
form.go{display:grid;gap:12px;margin-top:20px;padding-top:20px;border-top:1px solid var(--line)}
label{display:grid;gap:6px;font-size:13px;line-height:20px;font-weight:550}
input{width:100%;min-height:44px;padding:4px 12px;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:inherit;font:400 15px/24px inherit;font-family:inherit}
a.go,button{display:flex;align-items:center;gap:10px;width:100%;min-height:44px;padding:4px 14px;border:1px solid var(--line-2);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-weight:530;text-decoration:none;cursor:pointer}
a.go:hover,button:hover{background:var(--sunken)}
a.go:active,button:active{background:var(--pressed)}
.glyph{width:18px;height:18px;flex:none;fill:currentColor}
p.until{margin-top:20px;font-size:13px;line-height:20px;color:var(--ink-3)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media(max-width:480px){body{padding:16px;align-content:start}main{padding:20px}}`

const mark = `<svg viewBox="0 0 32 32" aria-hidden="true">${drawHornTile('horn-gap', true)}</svg>`

export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * For a page with a form. Browsers also apply the rule to the redirect to the network, whose URL is not known in
 * advance.
 */
export const formPolicy = pagePolicy.replace("form-action 'none'", "form-action 'self' https: http:")

interface PageText {
  readonly language: Language
  readonly title: string
  /** A picture above the title, as HTML. */
  readonly face?: string
  /** Paragraphs as HTML; text from outside must be escaped with `escapeHtml`. */
  readonly body: readonly string[]
}

export const renderPage = ({ language, title, face = '', body }: PageText): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<main>
<p class="name">${mark}Posthorn</p>
${face}<h1>${title}</h1>
${body.join('\n')}
</main>
</html>
`
