import { escapeHtml } from '#kernel/text/escape-html.ts'

const keywords =
  'async await break case class const def defer elif else export extends false for from func go if import in interface let nil None null package raise return self True False true try type with'

/** Strings, comments and keywords, in this order: a string may contain the others. */
const marks = new RegExp(
  [
    String.raw`(?<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\.)*\x60)`,
    String.raw`(?<c>(?<![^\s])(?:#|//)[^\n]*)`,
    String.raw`(?<k>\b(?:${keywords.replaceAll(' ', '|')})\b)`,
  ].join('|'),
  'g',
)
/** Languages in which a quotation mark is often just an apostrophe. */
const prose = new Set(['', 'text', 'http', 'md', 'markdown', 'csv'])

/** Returns the code of an example as HTML, with strings, comments and keywords marked. */
export function paintCode(text: string, language: string): string {
  if (prose.has(language)) return escapeHtml(text)
  let html = ''
  let at = 0
  for (const match of text.matchAll(marks)) {
    const [name] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ['']
    // In a shell, words such as "for" and "in" are mostly arguments.
    if (name === 'k' && /^(?:sh|bash|shell|console)$/.test(language)) continue
    html += `${escapeHtml(text.slice(at, match.index))}<span class="${name}">${escapeHtml(match[0])}</span>`
    at = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(at))
}
