import { escaped, face, link } from '../frame/html.ts'
import { agoOf } from '../frame/time.ts'
import { drawMedia, here } from './draw-media.ts'
import type { FeedPost } from './feed-post.ts'

/** The parts of a post as HTML, for a layout to arrange. Missing parts are empty. */
export interface Parts {
  readonly post: FeedPost
  readonly face: string
  /** The author's name, the handle, the time and the notes. */
  readonly who: string
  readonly title: string
  readonly words: string
  readonly media: string
  /** Cards, the poll and the quoted post. */
  readonly attachments: string
  readonly counts: string
}

export function partsOf(network: string, post: FeedPost, now: Date): Parts {
  const { account, displayName, title, counts } = post
  const wire = `<a class="wire" href="/wire/${network}/${encodeURIComponent(account)}/${encodeURIComponent(post.id)}">Requests</a>`
  const figures = counts.map(({ name, count }) => `<span><b>${count}</b> ${escaped(name)}</span>`)
  return {
    post,
    face: face(account, displayName),
    who: drawAuthor(post, now),
    title: title === undefined ? '' : `<h2 class="title">${escaped(title)}</h2>`,
    words: drawWords(post.text),
    media: drawMedia(post.media),
    attachments: [...cardsOf(post).map(drawCard), drawPoll(post), drawQuote(post)].join(''),
    counts: `<footer class="counts">${figures.join('')}${wire}</footer>`,
  }
}

/** Hides content behind its content warning. */
export const behindWarning = ({ post: { warning } }: Parts, content: string): string =>
  warning === undefined
    ? content
    : `<details class="warned"><summary><strong>${escaped(warning)}</strong></summary>${content}</details>`

function drawAuthor({ id, displayName, handle, kind, notes = [], at }: FeedPost, now: Date): string {
  const badge = kind === undefined ? '' : `<span class="badge">${escaped(kind)}</span>`
  const message = notes.map((note) => ` · ${escaped(note)}`).join('')
  return `<header class="who"><strong>${escaped(displayName)}</strong><span class="handle">${escaped(handle)}</span><span class="when"><a href="#${escaped(id)}">${agoOf(at, now)}</a>${message}</span>${badge}</header>`
}

function drawWords(text: FeedPost['text']): string {
  const html = text.map((part) => (part.href ? link(part.href, escaped(part.text)) : escaped(part.text))).join('')
  return html.trim() === '' ? '' : `<p class="words" dir="auto">${html}</p>`
}

const cardsOf = ({ cards, card }: FeedPost) => cards ?? (card ? [card] : [])

function drawCard({ url, title, description, image }: NonNullable<FeedPost['card']>): string {
  const imageTag = image ? `<img src="${escaped(here(image))}" alt="">` : ''
  const host = here(url) === url ? (URL.parse(url)?.host ?? '') : 'File'
  const about = description === '' || description === host ? '' : `<span>${escaped(description)}</span>`
  const content = `${imageTag}<span class="about"><small>${escaped(host)}</small><strong>${escaped(title || url)}</strong>${about}</span>`
  return link(url, content, 'card')
}

function drawPoll({ poll }: FeedPost): string {
  if (!poll) return ''
  const question = poll.question === undefined ? '' : `<p>${escaped(poll.question)}</p>`
  const options = poll.options.map((option) => `<li>${escaped(option)}</li>`).join('')
  return `<div class="poll">${question}<ul>${options}</ul><p class="quiet">No votes yet${poll.ends === undefined ? '' : ` · ${escaped(poll.ends)}`}</p></div>`
}

const drawQuote = ({ quote, quoteOf }: FeedPost): string =>
  quote === undefined
    ? ''
    : `<blockquote class="quote">${quoteOf === undefined ? '' : `<strong>${escaped(quoteOf)}</strong><br>`}${escaped(quote)}</blockquote>`
