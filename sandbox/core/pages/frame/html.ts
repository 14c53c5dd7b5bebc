import { glyphs, tileLetters } from './tokens.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** Renders a link. A URL that is not http or https becomes plain text. */
export function link(href: string, html: string, className = ''): string {
  const attributes = className === '' ? '' : ` class="${className}"`
  if (!/^https?:\/\//i.test(href)) return `<span${attributes}>${html}</span>`
  return `<a${attributes} href="${escaped(href)}" rel="nofollow noreferrer">${html}</a>`
}

/** Renders links that choose what a page shows. The current one is marked. */
export const tabs = (
  label: string,
  all: readonly { readonly href: string; readonly name: string; readonly isHere: boolean }[],
): string =>
  `<nav class="tabs" aria-label="${escaped(label)}">${all
    .map(
      ({ href, name, isHere }) =>
        `<a href="${escaped(href)}"${isHere ? ' aria-current="page"' : ''}>${escaped(name)}</a>`,
    )
    .join('')}</nav>`

/** Renders an empty state, with what to do about it. */
export const empty = (what: string, next: string): string =>
  `<div class="panel empty"><strong>${what}</strong><p>${next}</p></div>`

/** Returns the color of an account's avatar, the same on every network. */
const hueOf = (account: string): string =>
  `hue-${[...account].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 8, 7)}`

export const face = (account: string, name: string): string =>
  `<span class="face ${hueOf(account)}" aria-hidden="true">${escaped(name.slice(0, 1))}</span>`

/** Draws the tile for a network: its mark, or letters where the network's brand rules do not allow the mark. */
export const tile = (title: string, size = ''): string =>
  `<span class="tile ${size}" aria-hidden="true">${markOf(title.toLowerCase().replace(/ .*/, '')) ?? escaped(title.slice(0, 2))}</span>`

function markOf(name: string): string | undefined {
  const glyph = glyphs[name]
  if (!glyph) return tileLetters[name]
  return `<svg viewBox="0 0 24 24"><path fill-rule="evenodd" transform="${glyph.transform}" d="${glyph.path}"/></svg>`
}
