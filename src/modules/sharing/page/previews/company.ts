import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderActions, renderTile } from '../html.ts'
import { renderExtras } from './extras.ts'
import { renderCard, renderMedia } from './media.ts'
import { type Preview, renderBody } from './preview.ts'

/** Networks that show each post by itself: a head, a text that is folded early, media from edge to edge, a bar below. */
const looks = {
  facebook: {
    tile: 'round',
    below: 'Just now',
    fold: { after: 480, word: 'See more' },
    bar: [
      ['thumb', 'Like'],
      ['reply', 'Comment'],
      ['send', 'Share'],
    ],
  },
  linkedin: {
    tile: '',
    below: 'Now',
    fold: { after: 210, word: 'more' },
    bar: [
      ['thumb', 'Like'],
      ['reply', 'Comment'],
      ['repost', 'Repost'],
      ['send', 'Send'],
    ],
  },
} as const

export function renderCompany(preview: Preview & { readonly network: keyof typeof looks }): string {
  const { target, dialect, name } = preview
  const { tile, below, fold, bar } = looks[preview.network]
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
<div class="head">${renderTile(name, tile)}<p class="who"><b>${escapeHtml(name)}</b><span class="quiet">${below}</span></p></div>
${renderBody(text, dialect, fold)}${renderMedia(media, target.format === 'carousel' ? 'strip' : 'grid')}${hasCard ? renderCard(target.link, target.title) : ''}${renderExtras(target.extras)}
${renderActions(bar, 'bar')}${comment}</div>`
}
