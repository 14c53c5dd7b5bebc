import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PostPreview } from '../schema.ts'
import { renderIcon, renderTile } from './html.ts'
import { format } from './state.ts'
import type { PageWords } from './words.ts'

/** Returns the comments with the form for a new one. The form works without a script. */
export function renderComments(
  { comments, timezone }: PostPreview,
  url: string,
  { locale, comments: say }: PageWords,
): string {
  const list = comments.map(
    ({ name, text, fineByMe, createdAt }) => `<li>${renderTile(name, 'round')}<div>
<b>${escapeHtml(name)}</b>${format(createdAt, { locale, zone: timezone ?? 'UTC' })}
${fineByMe ? `<p class="fine">${renderIcon('check')}${say.fine}</p>` : ''}${text === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>`}</div></li>`,
  )
  return `<aside id="comments"><h2>${say.title}</h2>
${list.length > 0 ? `<ul class="said">${list.join('\n')}</ul>` : ''}
<form method="post" action="${escapeHtml(new URL(url).pathname)}/comments">
<label>${say.name}<input name="name" required maxlength="80" autocomplete="name"></label>
<label>${say.comment}<textarea name="text" maxlength="2000" placeholder="${say.hint}"></textarea></label>
<div class="choose"><button class="first" name="fineByMe" value="true">${say.fine}</button><button>${say.send}</button></div>
</form></aside>`
}
