import { escapeHtml } from '#kernel/text/escape-html.ts'
import { find } from '#rules/find/find.ts'
import type { Dialect } from '#rules/limits.ts'

/** Pieces of HTML shared by the page and its previews. All text from outside passes through `escapeHtml`. */

/** Returns a text as a network shows it, with links, mentions and tags marked. */
export function renderText(text: string, dialect: Dialect): string {
  let html = ''
  let at = 0
  for (const { kind, start, end, value } of find(text, dialect)) {
    const written = escapeHtml(text.slice(start, end))
    html += escapeHtml(text.slice(at, start))
    html +=
      kind === 'link' && URL.canParse(value)
        ? `<a href="${escapeHtml(value)}" rel="nofollow noopener noreferrer ugc" target="_blank">${written}</a>`
        : `<span class="mark">${written}</span>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}

/** Returns a square with the first letter of a name, instead of an image that would be loaded from elsewhere. */
export const renderTile = (name: string, kind = ''): string =>
  `<span class="tile ${kind}" aria-hidden="true">${escapeHtml(firstLetter(name))}</span>`

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function firstLetter(name: string): string {
  for (const { segment } of letters.segment(name.trim()))
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toUpperCase()
  return '·'
}

const paths = {
  reply: 'M4 11.5C4 7.9 7.4 5 12 5s8 2.9 8 6.5S16.6 18 12 18c-.9 0-1.8-.1-2.6-.3L5 19.5l.9-3.5C4.7 14.9 4 13.3 4 11.5Z',
  repost: 'M5 9.5 8 6.5l3 3M8 7v8.5h7M19 14.5l-3 3-3-3M16 17V8.5H9',
  like: 'M12 19.5S4.5 15 4.5 9.6A3.9 3.9 0 0 1 12 8a3.9 3.9 0 0 1 7.5 1.6C19.5 15 12 19.5 12 19.5Z',
  star: 'm12 4.5 2.3 4.9 5.2.7-3.8 3.7.9 5.3-4.6-2.6-4.6 2.6.9-5.3-3.8-3.7 5.2-.7Z',
  save: 'M6.5 4.5h11v15L12 15.5l-5.5 4Z',
  send: 'M20 4.5 3.5 10.5l6.5 3 3 6.5Zm0 0-10 9',
  thumb:
    'M4.5 10.5h3v9h-3Zm3 8c2 .7 3 1 5 1h3.5c1.5 0 2.2-1 2.4-2l1.1-5c.2-1.2-.5-2-1.7-2h-4.3c.3-1.6.6-3 .2-4.3C13.4 4.9 11.5 5 11.5 6.5c0 2-1.5 3.5-4 4.5',
  views: 'M5 19v-6M10 19V5M15 19v-9M20 19v-4',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
} as const

type Icon = keyof typeof paths

export const renderIcon = (icon: Icon): string =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[icon]}"/></svg>`

/** Returns the buttons below a post, as a drawing. They cannot be pressed. */
export const renderActions = (actions: readonly (Icon | readonly [Icon, string])[], kind = ''): string =>
  `<div class="actions ${kind}" aria-hidden="true">${actions
    .map((action) => {
      const [icon, word] = typeof action === 'string' ? [action, ''] : action
      return `<span>${renderIcon(icon)}${word}</span>`
    })
    .join('')}</div>`
