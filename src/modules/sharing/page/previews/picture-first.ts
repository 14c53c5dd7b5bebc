import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderActions, renderTile } from '../html.ts'
import type { PreviewWords } from '../words.ts'
import { renderMedia } from './media.ts'
import { type Preview, renderBody, type Target } from './preview.ts'

/** Networks where the image comes first and the text is next to it or on top of it. */

const renderFiles = (files: Target['parts'][number]['media'], say: PreviewWords): string =>
  renderMedia(files, 'strip', say) || `<div class="media missing"><p>${say.noFile}</p></div>`

/** Pinterest: a tall image with its title, description and board below. */
export function renderPin({ target, dialect, name, say }: Preview): string {
  const [part] = target.parts
  const title = target.title ? `<h3 dir="auto">${escapeHtml(target.title)}</h3>` : ''
  return `<div class="pin">
${renderFiles(part?.media ?? [], say)}
<div class="words">${title}${renderBody(part?.text ?? '', dialect, { after: 200, word: say.more })}
<div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(name)}</b></p></div></div></div>`
}

/** TikTok: a phone filled by the video, with the caption at the bottom and the buttons along the side. */
export function renderPhone({ target, dialect, name, handle, say }: Preview): string {
  const [part] = target.parts
  return `<div class="phone">
${renderFiles(part?.media ?? [], say)}
<div class="caption"><b>@${escapeHtml(handle)}</b>${renderBody(part?.text ?? '', dialect, { after: 90, word: say.more })}</div>
<div class="side">${renderTile(name, 'round')}${renderActions(['like', 'reply', 'save', 'send'], 'column')}</div></div>`
}

/** Instagram: the account above the image, the buttons below it, then the caption after the name. */
export function renderFeedPicture({ target, dialect, name, handle, say }: Preview): string {
  const [part] = target.parts
  return `<div class="gram">
<div class="words"><div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(handle)}</b></p></div></div>
${renderFiles(part?.media ?? [], say)}
<div class="words">${renderActions(['like', 'reply', 'send', 'save'])}
<b>${escapeHtml(handle)}</b>${renderBody(part?.text ?? '', dialect, { after: 125, word: say.more })}</div></div>`
}

/** YouTube: a wide video, its title below it, the channel, and the beginning of the description. */
export function renderWatch({ target, dialect, name, say }: Preview): string {
  const [part] = target.parts
  const title = target.title ? `<h3 dir="auto">${escapeHtml(target.title)}</h3>` : ''
  return `<div class="pin">
${renderFiles(part?.media ?? [], say)}
<div class="words">${title}
<div class="head">${renderTile(name, 'round small')}<p class="who"><b>${escapeHtml(name)}</b></p></div>
${renderBody(part?.text ?? '', dialect, { after: 150, word: say.more })}</div></div>`
}
