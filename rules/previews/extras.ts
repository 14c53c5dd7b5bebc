import { h, type Node } from './node.ts'
import { linkCard } from './parts.ts'
import type { Drawn } from './post.ts'

/**
 * Returns the cards, poll and quoted post below a text. The quoted post is shown by name only, since the service has not
 * read it.
 */
export function below(drawn: Drawn): readonly Node[] {
  const { cards, poll, quotes } = drawn.post.extras
  return [
    cards
      ? h(
          'ul',
          { class: 'pv-cards', 'data-preview-cards': '', tabindex: 0 },
          ...cards.map((link) => h('li', {}, linkCard(drawn, link))),
        )
      : null,
    poll ? drawPoll(drawn, poll) : null,
    quotes === undefined ? null : drawQuote(drawn, quotes),
  ]
}

type Poll = NonNullable<Drawn['post']['extras']['poll']>

const drawPoll = ({ say }: Drawn, { question, options, minutes }: Poll): Node =>
  h(
    'div',
    { class: 'pv-poll', 'data-preview-poll': '' },
    question === null ? null : h('p', { dir: 'auto' }, h('b', {}, question)),
    h('ul', {}, ...options.map((option) => h('li', { dir: 'auto' }, option))),
    h('small', {}, say.pollEnds(minutes)),
  )

function drawQuote({ say, isLive }: Drawn, quotes: string): Node {
  const isLink = isLive && /^https?:\/\//.test(quotes)
  return h(
    'blockquote',
    { class: 'pv-quote', 'data-preview-quote': '' },
    h('small', {}, say.quotedPost),
    isLink
      ? h('a', { href: quotes, rel: 'nofollow noopener noreferrer ugc', target: '_blank' }, quotes)
      : h('span', {}, quotes),
  )
}
