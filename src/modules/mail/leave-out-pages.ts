import type { TemplateParts } from './template.ts'

/** The URL of a web app page. URLs for programs are below `/v1`. */
const pageAddress = /\{\{\s*url\s*\}\}\/(?:auth|device|p|start)\b/

/**
 * Omits links to pages, with the lines that introduce them, for an installation without the web app. Every such email
 * also says how a program does the same.
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
