import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Template, TemplateParts } from '../template.ts'

/** Returns a template whose HTML is its text in paragraphs, so that the two always say the same. */
export function templateFromText<const Variables extends readonly string[]>(
  variables: Variables,
  subject: string,
  text: string,
): Template & { readonly variables: Variables } {
  return { variables, ...partsFromText(subject, text) }
}

/** Returns the parts of a template in a further language, whose variables are those of the English one. */
export function partsFromText(subject: string, text: string): TemplateParts {
  const paragraphs = text.trim().split('\n\n')
  const html = paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>\n`).join('')
  return { subject, text, html }
}

/** A paragraph that consists of one of our URLs becomes a link. */
function toHtml(paragraph: string): string {
  const text = escapeHtml(paragraph)
  return /^\{\{url\}\}\/\S+$/.test(paragraph) ? `<a href="${text}">${text}</a>` : text
}
