import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderActions, renderTile } from '../html.ts'
import { renderExtras } from './extras.ts'
import { renderCard, renderMedia } from './media.ts'
import { type Preview, renderBody } from './preview.ts'

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

export function renderCompany(preview: Preview & { readonly network: keyof typeof looks }): string {
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
