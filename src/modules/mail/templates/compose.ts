import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Template, TemplateParts } from '../template.ts'

interface Mail {
  /** The event, which is also the heading. */
  readonly subject: string
  /** The greeting of the plain text. */
  readonly hello?: string
  /** Paragraphs. One that starts with `> ` is a quotation. */
  readonly says: string
  readonly button?: readonly [label: string, href: string]
  /** Takes the place of the button in an installation without the web app. */
  readonly api?: string
  /** The reason why the reader gets this email. */
  readonly because: string
  /** The label of the link that turns these emails off. */
  readonly stop?: string
}

/** Returns a template whose text and HTML say the same. */
export const composeMail = <const Variables extends readonly string[]>(
  variables: Variables,
  mail: Mail,
): Template & { readonly variables: Variables } => ({ variables, ...composeParts(mail) })

/** Returns the parts of a template in a further language, whose variables are those of the English one. */
export function composeParts({ subject, hello, says, button, api, because, stop }: Mail, colon = ':'): TemplateParts {
  const paragraphs = says.trim().split('\n\n')
  const text = [
    ...(hello === undefined ? [] : [hello]),
    ...paragraphs.map((one) => one.replace(/^> /, '')),
    ...(button === undefined ? [] : [`${button[0]}${colon}\n${button[1]}`]),
    [footerMark, because, ...(stop === undefined ? [] : [`${stop}${colon} {{unsubscribeUrl}}`]), origin, ''].join('\n'),
  ]
  const html = [
    ...paragraphs.map(toHtml),
    ...(button === undefined ? [] : [`<p><a href="${escapeHtml(button[1])}">${escapeHtml(button[0])}</a></p>\n`]),
    `<hr>\n<p>${[
      escapeHtml(because),
      ...(stop === undefined ? [] : [`<a href="{{unsubscribeUrl}}">${escapeHtml(stop)}</a>`]),
      origin,
    ].join('<br>\n')}</p>\n`,
  ]
  return { subject, text: text.join('\n\n'), html: html.join(''), ...(api === undefined ? {} : { api }) }
}

const origin = 'Posthorn · {{url}}'

/** The line before the footer of the plain text. Mail programs recognize the footer by it. */
export const footerMark = '-- '

/** Returns one paragraph of plain text as HTML. */
export const toHtml = (paragraph: string): string =>
  paragraph.startsWith('> ')
    ? `<blockquote>${escapeHtml(paragraph.slice(2))}</blockquote>\n`
    : `<p>${escapeHtml(paragraph)}</p>\n`
