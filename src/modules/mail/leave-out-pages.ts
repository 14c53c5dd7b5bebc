import type { TemplateParts } from './template.ts'
import { footerMark, toHtml } from './templates/compose.ts'

/** The URL of a page of the web app. URLs for programs are below `/v1`. */
const pageUrl = /\{\{\s*url\s*\}\}\/(?:admin|auth|device|open|p|start)\b|\{\{\s*link\s*\}\}/

/**
 * Leaves out links to pages, with the lines that introduce them, for an installation without the web app. The template's
 * `api` takes their place, unless the words name a call already.
 */
export function leaveOutPages({ subject, text, html, api }: TemplateParts): TemplateParts {
  const instead = api?.split('\n\n') ?? []
  return {
    subject,
    text: replacePages(text.split('\n\n'), instead, (one) => one.startsWith(footerMark)).join('\n\n'),
    html: replacePages(html.split(/(?<=<\/(?:p|blockquote|table)>\n)/), instead.map(toHtml), (one) =>
      one.startsWith('<hr>'),
    ).join(''),
  }
}

function replacePages(
  paragraphs: readonly string[],
  instead: readonly string[],
  isFooter: (paragraph: string) => boolean,
): readonly string[] {
  const kept = paragraphs.filter((paragraph, nth) => {
    const next = paragraphs[nth + 1] ?? ''
    return !pageUrl.test(paragraph) && !(isIntroduction(paragraph) && pageUrl.test(next))
  })
  if (kept.some((one) => one.includes('{{url}}/v1/'))) return kept
  const end = kept.findIndex(isFooter)
  return end < 0 ? [...kept, ...instead] : [...kept.slice(0, end), ...instead, ...kept.slice(end)]
}

const isIntroduction = (paragraph: string): boolean => /:(?:<\/p>)?\s*$/.test(paragraph)
