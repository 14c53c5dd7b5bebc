import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PostPreview } from '../../schema.ts'
import type { PreviewWords } from '../words.ts'

type Part = PostPreview['parts'][number]
type Media = Part['media'][number]

/** `grid`: up to four in one frame. `strip`: side by side, to swipe through. */
type Layout = 'grid' | 'strip'

const mostInGrid = 4

/** Returns the images and videos of a part, arranged as on the network. */
export function renderMedia(media: readonly Media[], layout: Layout, say: PreviewWords): string {
  const render = (file: Media) => renderFile(file, say)
  if (media.length === 0) return ''
  if (media.length === 1) return `<div class="media one">${media.map(render).join('')}</div>`
  if (layout === 'strip') return `<div class="media strip" tabindex="0">${media.map(render).join('')}</div>`
  const more = media.length - mostInGrid
  const cells = media.slice(0, mostInGrid).map((file, no) => {
    const rest = more > 0 && no === mostInGrid - 1 ? `<b class="rest">+${more}</b>` : ''
    return `<div class="cell">${render(file)}${rest}</div>`
  })
  return `<div class="media grid of${cells.length}">${cells.join('')}</div>`
}

function renderFile({ kind, url, posterUrl, altText, width, height }: Media, say: PreviewWords): string {
  const size = `width="${width}" height="${height}"`
  const alt = escapeHtml(altText ?? '')
  if (kind === 'image') return `<img src="${escapeHtml(url)}" alt="${alt}" ${size} loading="lazy">`
  if (kind === 'document') return `<a class="document" href="${escapeHtml(url)}">${say.document}</a>`
  if (kind === 'audio')
    return `<audio src="${escapeHtml(url)}" aria-label="${alt || say.sound}" controls preload="none"></audio>`
  const poster = posterUrl === null ? '' : ` poster="${escapeHtml(posterUrl)}"`
  return `<video src="${escapeHtml(url)}" aria-label="${alt || say.video}" ${size}${poster} controls preload="${poster ? 'none' : 'metadata'}" playsinline></video>`
}

/** Returns the card of a link, as far as known. The network reads the page itself. */
export function renderCard(link: string | null, title: string | null): string {
  if (link === null || !URL.canParse(link)) return ''
  const { hostname } = new URL(link)
  const named = title === null || title === '' ? '' : `<b>${escapeHtml(title)}</b>`
  return `<div class="card"><small>${escapeHtml(hostname)}</small>${named}<small class="quiet">${escapeHtml(link)}</small></div>`
}

export interface Fold {
  /** The number of characters after which the network hides the rest. Approximate: no network documents its own. */
  readonly after: number
  readonly word: string
}

/** Returns the place where a text is cut: at a space, so that no word is split. */
export function findFold(text: string, { after }: Fold): number | null {
  if (text.length <= after * 1.1) return null
  const space = text.lastIndexOf(' ', after)
  // A text without spaces, such as one in Chinese, is cut between two characters.
  return space > after / 2 ? space : text.slice(0, after).isWellFormed() ? after : after - 1
}
