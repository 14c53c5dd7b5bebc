import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Template } from '../template.ts'

/** Returns a template whose HTML is its text in paragraphs, so that the two always say the same. */
export function templateFromText<const Variables extends readonly string[]>(
  variables: Variables,
  subject: string,
  text: string,
): Template & { readonly variables: Variables } {
  const paragraphs = text.trim().split('\n\n')
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>\n`).join('')
  return { variables, subject, text, html }
}
