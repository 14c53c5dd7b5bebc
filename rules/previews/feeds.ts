import { below } from './extras.ts'
import { grid } from './files.ts'
import { h, type Node } from './node.ts'
import { bar, body, face, glyph, head, line, linkCard } from './parts.ts'
import type { Drawn } from './post.ts'

/** Networks whose posts are cards in a feed. */

const folds = { linkedin: 210, facebook: 477 }
const single = { min: 0.8, max: 1.91 }

export function linkedin(drawn: Drawn): Node {
  const { post, say } = drawn
  const [first] = post.parts
  const card = post.extras.quotes === undefined ? post.card : null
  return h(
    'div',
    { class: 'pv-feed', 'data-preview-part': '' },
    head(face(drawn), line(post.name, 'pv-strong'), h('small', {}, say.justNow)),
    body(drawn, first?.text ?? '', { fold: folds.linkedin }),
    grid(drawn, first?.files ?? [], { single, isEdged: true }),
    card === null ? null : linkCard(drawn, card, false),
    ...below(drawn),
    bar(say.linkedinBar),
    comment(drawn),
  )
}

const facebookGrid = { most: 5, single, isEdged: true }

export function facebook(drawn: Drawn): Node {
  const { post, say } = drawn
  const [first] = post.parts
  return h(
    'div',
    { class: 'pv-feed', 'data-preview-part': '' },
    head(face(drawn), line(post.name, 'pv-strong'), h('small', {}, `${say.justNow} · `, glyph('globe'))),
    body(drawn, first?.text ?? '', { fold: folds.facebook }),
    grid(drawn, first?.files ?? [], facebookGrid),
    post.card === null ? null : linkCard(drawn, post.card),
    ...below(drawn),
    bar(say.facebookBar),
    comment(drawn),
  )
}

function comment(drawn: Drawn): Node {
  const { name, firstComment } = drawn.post
  if (firstComment === '') return null
  return h('div', { class: 'pv-comment' }, line(name, 'pv-strong'), body(drawn, firstComment))
}
