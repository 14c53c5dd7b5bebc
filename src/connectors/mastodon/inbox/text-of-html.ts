/** The entities that servers write. Others stay as they are, as text. */
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The breaks that tags stand for. All other tags disappear, so a shortened link becomes whole. */
const breaks: readonly (readonly [tag: RegExp, break_: string])[] = [
  [/^br\b/i, '\n'],
  [/^\/(?:p|blockquote|ul|ol|pre|h[1-6])\b/i, '\n\n'],
  [/^\/li\b/i, '\n'],
]

/**
 * Returns the text of a status, which servers send as HTML. The result is text and never HTML: it may contain anything
 * that looks like a tag, if its author typed it.
 */
export function textOfHtml(html: string): string {
  const text = html.replaceAll(/<([^<>]*)>/g, (_, tag: string) => breaks.find(([is]) => is.test(tag))?.[1] ?? '')
  return text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (found, decimal, hex, name) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? found
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : found
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
