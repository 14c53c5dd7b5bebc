import type { TemplateParts } from './template.ts'

/** The address of a page of the web face. What programs call is below `/v1`. */
const pageAddress = /\{\{\s*url\s*\}\}\/(?:auth|device|p|start)\b/

/**
 * Leaves out what leads to a page, for an installation without the web face: the link, and the line that introduces it.
 * Every such mail also says how a program does the same.
 */
export function leaveOutPages({ subject, text, html }: TemplateParts): TemplateParts {
  return {
    subject,
    text: keepUseful(text.split('\n\n')).join('\n\n'),
    html: keepUseful(html.split(/(?<=<\/p>\n)/)).join(''),
  }
}

const keepUseful = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.filter((paragraph, nth) => {
    const next = paragraphs[nth + 1] ?? ''
    return !pageAddress.test(paragraph) && !(isIntroduction(paragraph) && pageAddress.test(next))
  })

const isIntroduction = (paragraph: string): boolean => /:(?:<\/p>)?\s*$/.test(paragraph)
