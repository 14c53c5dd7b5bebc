import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PreviewWords } from '../words.ts'
import { renderCard } from './media.ts'
import type { Target } from './preview.ts'

type Extras = Target['extras']

/** Returns the content warning that a reader sees instead of the post until they open it. */
export const renderWarning = ({ contentWarning }: Extras): string =>
  contentWarning === undefined ? '' : `<p class="warning" dir="auto">${escapeHtml(contentWarning)}</p>`

/** Returns the cards, the poll and the quoted post below the text. Of the quoted post, only the URL or ID is shown. */
export const renderExtras = ({ cards, poll, quotes }: Extras, say: PreviewWords): string =>
  `${renderCards(cards)}${renderPoll(poll, say)}${renderQuote(quotes, say)}`

const renderCards = (cards: Extras['cards']): string =>
  cards === undefined
    ? ''
    : `<div class="cards" tabindex="0">${cards.map((link) => renderCard(link, null)).join('')}</div>`

function renderPoll(poll: Extras['poll'], say: PreviewWords): string {
  if (poll === undefined) return ''
  const question = poll.question === null ? '' : `<p class="text" dir="auto"><b>${escapeHtml(poll.question)}</b></p>`
  const options = poll.options.map((option) => `<li dir="auto">${escapeHtml(option)}</li>`).join('')
  return `${question}<ul class="poll">${options}</ul><small>${say.votingEnds(...lengthOf(poll.minutes))}</small>`
}

/** Three days, of 4,320 minutes: the largest unit that fits. */
function lengthOf(minutes: number): Parameters<PreviewWords['votingEnds']> {
  if (minutes % 1_440 === 0) return [minutes / 1_440, 'day']
  return minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
}

function renderQuote(quotes: string | undefined, say: PreviewWords): string {
  if (quotes === undefined) return ''
  const named = escapeHtml(quotes)
  const isLink = /^https?:\/\//.test(quotes)
  return `<blockquote class="quote"><small>${say.quoted}</small>${isLink ? `<a href="${named}" rel="noreferrer">${named}</a>` : named}</blockquote>`
}
