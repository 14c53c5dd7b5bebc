import { bad } from './answers.ts'

const allowed = new Set('b strong i em u ins s strike del code pre a blockquote tg-spoiler tg-emoji span'.split(' '))
const piece = /<(\/?)([a-z-]*)((?:[^a-z<>-][^<>]*)?)>|&(#\d+|[a-z]+);|[<>]/gi
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Converts a text with tags to what people see. Rejects tags that are unknown or do not match. */
export function plainOf(html: string): string {
  const open: string[] = []
  const text = html.replace(
    piece,
    (matched, slash: string, tag: string, _: string, entity: string | undefined, at: number) => {
      if (entity !== undefined)
        return entity.startsWith('#') ? String.fromCodePoint(Number(entity.slice(1))) : (named[entity] ?? matched)
      if (!tag) return bad(`can't parse entities: Unsupported start tag "${matched}" at byte offset ${at}`)
      if (!allowed.has(tag.toLowerCase()))
        return bad(`can't parse entities: Unsupported start tag "${tag}" at byte offset ${at}`)
      if (slash === '') open.push(tag)
      else if (open.pop() !== tag) bad(`can't parse entities: Unmatched end tag at byte offset ${at}`)
      return ''
    },
  )
  const left = open.at(-1)
  if (left !== undefined) bad(`can't parse entities: Can't find end tag corresponding to start tag "${left}"`)
  return text
}
