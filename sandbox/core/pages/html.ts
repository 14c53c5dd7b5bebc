const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** Renders a link; an address that is not http or https becomes plain text. */
export function link(href: string, html: string, look = ''): string {
  const attributes = look === '' ? '' : ` class="${look}"`
  if (!/^https?:\/\//i.test(href)) return `<span${attributes}>${html}</span>`
  return `<a${attributes} href="${escaped(href)}" rel="nofollow noreferrer">${html}</a>`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

export const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}" title="${at.toISOString()}">${timeFormat.format(at)} UTC</time>`

/** Draws the tile by which the sandbox names a network: letters, since marks are trademarks. */
export const tile = (title: string): string =>
  `<span class="tile" aria-hidden="true">${escaped(lettersOf(title))}</span>`

const lettersOf = (title: string): string => title.slice(0, title.length === 1 ? 1 : 2)
