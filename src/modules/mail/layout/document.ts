import type { InEvery, Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { dark, light } from './colors.ts'
import { mark } from './mark.ts'
import { styled } from './styled.ts'

/** The image of the layout, which its HTML shows as `cid:posthorn`. */
export const layoutImages: Readonly<Record<string, Buffer>> = { posthorn: mark }

const pasteThis: InEvery<string> = {
  en: 'Or paste this link into your browser:',
  de: 'Oder füge diesen Link im Browser ein:',
  es: 'O pega este enlace en tu navegador:',
  fr: 'Ou collez ce lien dans votre navigateur :',
}

interface Content {
  readonly language: Language
  readonly subject: string
  /** The filled HTML of a template. What follows its last `<hr>` is the footer. */
  readonly html: string
  /** The address of the installation, for a template without a footer. */
  readonly url: string
  readonly quoted: ReadonlySet<QuotedImage>
}

/** The images next to the first and the second quotation, which the HTML shows as `cid:<name>`. */
const quotedImages = ['post', 'speaker'] as const
export type QuotedImage = (typeof quotedImages)[number]

/** True for a template that brings its own document, which is sent as it is. */
export const isDocument = (html: string): boolean => /<html[\s>]/i.test(html)

/**
 * Lays out the HTML of a template: the mark, one heading, the words, one button and the footer. A template consists of
 * plain tags. Its heading is the subject unless it has an `<h1>`, and its first paragraph that is only a link becomes
 * the button. Styles are inline, since some mail programs drop style sheets. The style sheet is for dark mode and
 * narrow screens.
 */
export function layOut({ language, subject, html, url, quoted }: Content): string {
  const words = html.replace(/<(p|blockquote)>\s*<\/\1>\n?/g, '')
  const end = words.lastIndexOf('<hr>')
  const body = end < 0 ? words : words.slice(0, end)
  const footer = end < 0 ? `<p>Posthorn · ${escapeHtml(url)}</p>` : words.slice(end + '<hr>'.length)
  const heading = /<h1[\s>]/i.test(body) ? '' : `<h1>${escapeHtml(subject)}</h1>\n`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style>
</head>
<body style="margin:0">
<table role="presentation" class="ph-bg" width="100%" cellpadding="0" cellspacing="0" style="${outer}">
<tr><td align="center" class="ph-edge" style="padding:32px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="${column}">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td><img src="cid:posthorn" width="28" height="28" alt="" style="display:block;border-radius:7px"></td>
<td class="ph-name" style="padding-left:10px;font-size:15px;font-weight:600;color:${light.ink}">Posthorn</td>
</tr></table></td></tr>
<tr><td class="ph-card" style="${card}">
${styled(withButton(heading + withImages(body, quoted), pasteThis[language]), 'card')}</td></tr>
<tr><td class="ph-foot" style="padding:18px 4px 0">
${styled(footer.trim(), 'foot')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const outer = `background:${light.bg};border-collapse:collapse;table-layout:fixed`
const column =
  'width:100%;max-width:560px;border-collapse:separate;table-layout:fixed;' +
  "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const card =
  `background:${light.surface};border:1px solid ${light.line};border-radius:12px;padding:32px;` +
  'word-break:break-word;overflow-wrap:anywhere'

/** Shows the image of the post next to its text, and that of a person next to what they say. */
function withImages(html: string, shown: Content['quoted']): string {
  const [before = '', ...quotations] = html.split('<blockquote>')
  return before + quotations.map((one, nth) => quotation(one, quotedImages[nth], shown)).join('')
}

function quotation(html: string, name: QuotedImage | undefined, shown: Content['quoted']): string {
  const [text = '', ...rest] = html.split('</blockquote>')
  if (!name || !shown.has(name)) return `<blockquote>${html}`
  return besideImage(text, name) + rest.join('</blockquote>')
}

const sizes = { post: { size: 58, radius: 8 }, speaker: { size: 24, radius: 12 } } as const

function besideImage(text: string, name: QuotedImage): string {
  const { size, radius } = sizes[name]
  return (
    `<table role="presentation" class="ph-post" width="100%" cellpadding="0" cellspacing="0" style="${post}"><tr>` +
    `<td width="${size + 14}" valign="top" style="padding:14px 0 14px 14px">` +
    `<img src="cid:${name}" width="${size}" height="${size}" alt="" style="display:block;border-radius:${radius}px"></td>` +
    `<td valign="top" style="${postText}">${text}</td></tr></table>`
  )
}

const post = `margin:0 0 16px;border:1px solid ${light.line};border-radius:10px;border-collapse:separate`
const postText = `padding:14px;white-space:pre-line;font-size:15px;line-height:22px;color:${light.ink}`

/** A paragraph that is only a link whose label is not a URL. */
const onlyLink = /<p><a href="([^"]*)">((?!https?:)[^<]+)<\/a><\/p>/

const withButton = (html: string, paste: string): string =>
  html.replace(
    onlyLink,
    (_paragraph, href: string, label: string) =>
      '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>' +
      `<td class="ph-button" style="background:${light.brand};border-radius:8px">` +
      `<a class="ph-press" href="${href}" style="${press}">${label}</a></td></tr></table>\n` +
      `<p class="ph-soft" style="${soft}">${paste}<br><a href="${href}">${href}</a></p>`,
  )

const press =
  'display:inline-block;padding:12px 20px;line-height:20px;font-size:15px;font-weight:600;text-decoration:none;' +
  `color:${light.onBrand}`
const soft = `margin:0 0 16px;font-size:13px;line-height:20px;color:${light.ink3}`

const styleSheet = `
.ph-card > :last-child { margin-bottom: 0 !important }
@media (max-width: 480px) { .ph-edge { padding: 20px 8px !important } .ph-card { padding: 24px 20px !important } }
@media (prefers-color-scheme: dark) {
.ph-bg { background: ${dark.bg} !important }
.ph-card { background: ${dark.surface} !important; border-color: ${dark.line} !important }
.ph-card blockquote, .ph-card td, .ph-card .ph-post { border-color: ${dark.line} !important }
.ph-name, .ph-card h1, .ph-card h2, .ph-card h3, .ph-card blockquote, .ph-card td { color: ${dark.ink} !important }
.ph-card p, .ph-card li { color: ${dark.ink2} !important }
.ph-card .ph-soft, .ph-foot p, .ph-foot a { color: ${dark.ink3} !important }
.ph-card a { color: ${dark.brand} !important }
.ph-card .ph-button { background: ${dark.brand} !important }
.ph-card .ph-press { color: ${dark.onBrand} !important }
}
`
