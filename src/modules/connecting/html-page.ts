import { createHash } from 'node:crypto'
import type { Language } from '#kernel/language.ts'

/**
 * HTML pages for people who come from a network. They have no scripts and load nothing from elsewhere; foreign text is
 * escaped.
 */
const style = `
body{font:17px/1.5 system-ui,sans-serif;margin:12vh auto;max-width:34rem;padding:0 1.5rem;color:#1c1d22;background:#fbfaf7}
h1{font-size:1.5rem}input,button{font:inherit;padding:.2rem .5rem}.go{display:block;margin:.6rem 0;padding:.7rem 1rem;border:1px solid #1c1d22;border-radius:.4rem;color:inherit;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#ecebe6;background:#17181c}.go{border-color:#ecebe6}}`

export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For a page with a form. Browsers hold the rule against the redirect to the network too, whose address is not known. */
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
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
${body.join('\n')}
</html>
`
