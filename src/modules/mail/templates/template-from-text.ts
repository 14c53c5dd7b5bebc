import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Template } from '../template.ts'

/** Returns a template whose HTML is its text in paragraphs, so that the two always say the same. */
export function templateFromText<const Variables extends readonly string[]>(
  variables: Variables,
  subject: string,
  text: string,
): Template & { readonly variables: Variables } {
  const paragraphs = text.trim().split('\n\n')
  const html = paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>\n`).join('')
  return { variables, subject, text, html }
}

/** A paragraph that is nothing but a page of ours becomes a link. */
function toHtml(paragraph: string): string {
  const text = escapeHtml(paragraph)
  return /^\{\{url\}\}\/\S+$/.test(paragraph) ? `<a href="${text}">${text}</a>` : text
}
