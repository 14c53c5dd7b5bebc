import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderActions, renderTile } from '../html.ts'
import type { PreviewWords } from '../words.ts'
import { renderExtras, renderWarning } from './extras.ts'
import { renderCard, renderMedia } from './media.ts'
import { type Preview, renderBody, type Target } from './preview.ts'

/** Returns the preview of one target. It has the network's layout, in our own neutral style. */
export function renderPreview(preview: Preview): string {
  const { network } = preview
  switch (network) {
    case 'bluesky':
    case 'x':
    case 'threads':
      return renderTimeline({ ...preview, network })
    case 'mastodon':
      return renderToot(preview)
    case 'facebook':
    case 'linkedin':
      return renderCompany({ ...preview, network })
    case 'pinterest':
      return renderPin(preview)
    case 'tiktok':
      return renderPhone(preview)
    case 'instagram':
      return renderFeedPicture(preview)
    case 'youtube':
      return renderWatch(preview)
    default:
      return network satisfies never
  }
}

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

function renderTimeline(preview: Preview & { readonly network: TimelineNetwork }): string {
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
const renderToot = ({ target, dialect, name, handle, say }: Preview): string =>
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

/**
 * Networks that show each post separately: a header, a text that is folded early, edge-to-edge media, and a bar below.
 */
const looks = {
  facebook: {
    tile: 'round',
    fold: { after: 480, word: 'seeMore' },
    bar: [
      ['thumb', 'like'],
      ['reply', 'comment'],
      ['send', 'share'],
    ],
  },
  linkedin: {
    tile: '',
    fold: { after: 210, word: 'more' },
    bar: [
      ['thumb', 'like'],
      ['reply', 'comment'],
      ['repost', 'repost'],
      ['send', 'send'],
    ],
  },
} as const

function renderCompany(preview: Preview & { readonly network: keyof typeof looks }): string {
  const { target, dialect, name, say } = preview
  const { tile, ...look } = looks[preview.network]
  const fold = { after: look.fold.after, word: say[look.fold.word] }
  const bar = look.bar.map(([icon, word]) => [icon, say[word]] as const)
  const [part] = target.parts
  const text = part?.text ?? ''
  const media = part?.media ?? []
  const { cards, poll, quotes } = target.extras
  const hasCard = (media.length === 0 || target.format === 'article') && !cards && !poll && quotes === undefined
  const comment =
    target.firstComment === null
      ? ''
      : `<div class="reply">${renderTile(name, `${tile} small`)}<div class="bubble"><b>${escapeHtml(name)}</b>${renderBody(target.firstComment, dialect)}</div></div>`
  return `<div class="company">
<div class="head">${renderTile(name, tile)}<p class="who"><b>${escapeHtml(name)}</b><span class="quiet">${say.justNow}</span></p></div>
${renderBody(text, dialect, fold)}${renderMedia(media, target.format === 'carousel' ? 'strip' : 'grid', say)}${hasCard ? renderCard(target.link, target.title) : ''}${renderExtras(target.extras, say)}
${renderActions(bar, 'bar')}${comment}</div>`
}

/** Networks where the image comes first and the text is next to it or on top of it. */
const renderFiles = (files: Target['parts'][number]['media'], say: PreviewWords): string =>
  renderMedia(files, 'strip', say) || `<div class="media missing"><p>${say.noFile}</p></div>`

/** Pinterest: a tall image with its title, description and board below. */
function renderPin({ target, dialect, name, say }: Preview): string {
  const [part] = target.parts
  const title = target.title ? `<h3 dir="auto">${escapeHtml(target.title)}</h3>` : ''
  return `<div class="pin">
${renderFiles(part?.media ?? [], say)}
<div class="words">${title}${renderBody(part?.text ?? '', dialect, { after: 200, word: say.more })}
<div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(name)}</b></p></div></div></div>`
}

/** TikTok: a phone filled by the video, with the caption at the bottom and the buttons along the side. */
function renderPhone({ target, dialect, name, handle, say }: Preview): string {
  const [part] = target.parts
  return `<div class="phone">
${renderFiles(part?.media ?? [], say)}
<div class="caption"><b>@${escapeHtml(handle)}</b>${renderBody(part?.text ?? '', dialect, { after: 90, word: say.more })}</div>
<div class="side">${renderTile(name, 'round')}${renderActions(['like', 'reply', 'save', 'send'], 'column')}</div></div>`
}

/** Instagram: the account above the image, the buttons below it, then the caption after the name. */
function renderFeedPicture({ target, dialect, name, handle, say }: Preview): string {
  const [part] = target.parts
  return `<div class="gram">
<div class="words"><div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(handle)}</b></p></div></div>
${renderFiles(part?.media ?? [], say)}
<div class="words">${renderActions(['like', 'reply', 'send', 'save'])}
<b>${escapeHtml(handle)}</b>${renderBody(part?.text ?? '', dialect, { after: 125, word: say.more })}</div></div>`
}

/** YouTube: a wide video, its title below it, the channel, and the beginning of the description. */
function renderWatch({ target, dialect, name, say }: Preview): string {
  const [part] = target.parts
  const title = target.title ? `<h3 dir="auto">${escapeHtml(target.title)}</h3>` : ''
  return `<div class="pin">
${renderFiles(part?.media ?? [], say)}
<div class="words">${title}
<div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(name)}</b></p></div>
${renderBody(part?.text ?? '', dialect, { after: 150, word: say.more })}</div></div>`
}
