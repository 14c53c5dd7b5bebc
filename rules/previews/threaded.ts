import { below } from './extras.ts'
import { grid, row } from './files.ts'
import { h, type Node } from './node.ts'
import { body, face, type GlyphName, glyphs, line, linkCard } from './parts.ts'
import type { Drawn, PreviewPart } from './post.ts'

/** Networks whose posts are short messages that may form a thread. A first comment is another message. */

interface Look {
  readonly name: Node
  readonly bar: readonly GlyphName[]
  readonly hasCounts?: boolean
  readonly isSquare?: boolean
  readonly files: (part: PreviewPart) => Node
}

function thread(drawn: Drawn, { name, bar, hasCounts = true, isSquare = false, files }: Look): Node {
  const { parts, card, firstComment } = drawn.post
  const all = firstComment === '' ? parts : [...parts, { text: firstComment, files: [] }]
  return h(
    'ol',
    { class: 'pv-thread' },
    ...all.map((part, nth) =>
      h(
        'li',
        {},
        h('div', { class: 'pv-aside' }, face(drawn, 'large', isSquare), nth < all.length - 1 ? h('i', {}) : null),
        h(
          'div',
          { class: 'pv-message', 'data-preview-part': '' },
          name,
          body(drawn, part.text),
          files(part),
          nth === 0 && card !== null ? linkCard(drawn, card) : null,
          ...(nth === 0 ? below(drawn) : []),
          glyphs(bar, hasCounts ? 'counted' : 'plain'),
        ),
      ),
    ),
  )
}

const at = (handle: string): string => (handle.startsWith('@') ? handle : `@${handle}`)
const bubbles = ['bubble', 'repost', 'heart'] as const

const nameOf = ({ post: { name, handle } }: Drawn): Node =>
  h('p', { class: 'pv-name' }, line(name, 'pv-strong'), line(at(handle), 'pv-quiet'))

export const bluesky = (drawn: Drawn): Node =>
  thread(drawn, { name: nameOf(drawn), bar: bubbles, files: ({ files }) => grid(drawn, files) })

export const x = (drawn: Drawn): Node =>
  thread(drawn, {
    name: nameOf(drawn),
    bar: [...bubbles, 'views'],
    files: ({ files }) => grid(drawn, files, { single: { min: 0.75, max: 16 / 9 } }),
  })

export function threads(drawn: Drawn): Node {
  const { handle, topic } = drawn.post
  return thread(drawn, {
    name: h(
      'p',
      { class: 'pv-name' },
      line(handle, 'pv-strong'),
      topic === null ? null : line(`› ${topic}`, 'pv-quiet'),
    ),
    bar: ['heart', 'bubble', 'repost', 'send'],
    hasCounts: false,
    files: ({ files }) => row(drawn, files, { min: 0.8, max: 2 }),
  })
}

const mastodonSingle = { single: { min: 16 / 9, max: 16 / 9 } }

export function mastodon(drawn: Drawn): Node {
  const { contentWarning } = drawn.post.extras
  const messages = thread(drawn, {
    name: nameOf(drawn),
    bar: ['reply', 'repost', 'star'],
    isSquare: true,
    files: ({ files }) => grid(drawn, files, mastodonSingle),
  })
  if (contentWarning === undefined || contentWarning === '') return messages
  return h('div', {}, h('p', { class: 'pv-warning', dir: 'auto' }, contentWarning), messages)
}
