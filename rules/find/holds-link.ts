import type { Dialect } from '../limits.ts'
import { find } from './find.ts'

/**
 * True if the text contains exactly this link. A URL that only begins with it leads elsewhere:
 * `https://ada.example/blog` is not `https://ada.example`.
 */
export function holdsLink(text: string, link: string, dialect: Dialect): boolean {
  const links = find(text, dialect).filter(({ kind }) => kind === 'link')
  const own = find(link, dialect).find(({ kind }) => kind === 'link')?.value ?? link
  if (links.some(({ value }) => withoutSlash(value) === withoutSlash(own))) return true
  // A URL that the network does not link, such as one without a dot, may be between its links.
  let between = ''
  let at = 0
  for (const { start, end } of links) {
    between += `${text.slice(at, start)}\n`
    at = end
  }
  return `${between}${text.slice(at)}`.includes(link)
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '')
