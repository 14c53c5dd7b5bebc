import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderActions, renderTile } from '../html.ts'
import type { PreviewWords } from '../words.ts'
import { renderExtras, renderWarning } from './extras.ts'
import { renderCard, renderMedia } from './media.ts'
import { type Preview, renderBody, type Target } from './preview.ts'

/**
 * Networks that show posts in a timeline: the account's image on the left, name and handle on one line, the parts of a
 * thread below each other.
 */

const rows = {
  bluesky: { actions: ['reply', 'repost', 'like', 'more'], layout: 'grid', handle: '@' },
  x: { actions: ['reply', 'repost', 'like', 'views', 'save'], layout: 'grid', handle: '@' },
  threads: { actions: ['like', 'reply', 'repost', 'send'], layout: 'strip', handle: '' },
} as const

type TimelineNetwork = keyof typeof rows

const renderName = ({ name, handle, network, say }: Preview, before: string): string =>
  network === 'threads'
    ? `<p class="who"><b>${escapeHtml(handle)}</b> <span class="quiet">${say.now}</span></p>`
    : `<p class="who"><b>${escapeHtml(name)}</b> <span class="quiet">${before}${escapeHtml(handle)} · ${say.now}</span></p>`

export function renderTimeline(preview: Preview & { readonly network: TimelineNetwork }): string {
  const { target, network, dialect, name, say } = preview
  const { actions, layout, handle } = rows[network]
  const parts = listParts(target)
  return parts
    .map(
      ({ text, media }, no) => `<div class="row${no < parts.length - 1 ? ' goes-on' : ''}">
${renderTile(name, 'round')}
<div class="beside">${renderName(preview, handle)}
${renderBody(text, dialect)}${renderMedia(media, layout, say)}${no === 0 ? renderBelow(target, media, say) : ''}
${renderActions(actions)}</div></div>`,
    )
    .join('\n')
}

/** Mastodon: name above handle next to the image, and the text below them at full width. */
export const renderToot = ({ target, dialect, name, handle, say }: Preview): string =>
  listParts(target)
    .map(
      ({ text, media }, no) => `<div class="toot">
<div class="head">${renderTile(name)}<p class="who"><b>${escapeHtml(name)}</b><span class="quiet">@${escapeHtml(handle)}</span></p></div>
${renderWarning(target.extras)}${renderBody(text, dialect)}${renderMedia(media, 'grid', say)}${no === 0 ? renderBelow(target, media, say) : ''}
${renderActions(['reply', 'repost', 'star', 'save', 'more'])}</div>`,
    )
    .join('\n')

/** Returns the HTML below the first part. A poll or a file replaces a link's card. */
const renderBelow = (
  { link, title, extras }: Target,
  { length }: Target['parts'][number]['media'],
  say: PreviewWords,
): string => `${length > 0 || extras.poll ? '' : renderCard(link, title)}${renderExtras(extras, say)}`

/** Returns the parts with the first comment, which a timeline shows as a reply. */
const listParts = ({ parts, firstComment }: Target): Target['parts'] =>
  firstComment === null ? parts : [...parts, { text: firstComment, media: [] }]
