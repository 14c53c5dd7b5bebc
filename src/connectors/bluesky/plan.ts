import { goesAsVideo } from '#connectors/check/media/media-rules.ts'
import type { Outgoing, Plan } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { find } from '#rules/find/find.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import { firstStepOf, type Piece, piecesOf } from './post/pieces.ts'
import { settingsOf } from './settings.ts'

/**
 * Plans a post. The plan lists only calls that are sure to be made. Reading a linked page is not a call to the network,
 * and only then is it known whether the page has an image that needs another upload.
 */
export function plan(post: Outgoing): Plan {
  const pieces = piecesOf(post)
  const { replies = 'everyone', quote: quotes } = settingsOf(post.settings)
  const [first] = pieces
  if (!first) throw new Error('an outgoing post has at least one part')
  const parts = pieces.filter(({ isComment }) => !isComment)
  const comments = pieces.filter(({ isComment }) => isComment)
  return {
    first: post.answers ? 'answer' : firstStepOf(first),
    parts: parts.map(({ text }) => ({ text, ...wordsOf(text) })),
    calls: [
      ...(post.answers ? ['GET getPosts'] : []),
      ...parts.flatMap(callsOf),
      ...(replies === 'everyone' ? [] : ['POST putRecord']),
      ...comments.flatMap(callsOf),
    ],
    ...extrasOf({ quotes }),
  }
}

const videoCalls = [
  'GET getServiceAuth',
  'GET getUploadLimits',
  'GET getServiceAuth',
  'POST uploadVideo',
  'GET getJobStatus',
]

const callsOf = ({ mentions, media, quoted }: Piece): readonly string[] => [
  ...mentions.map(() => 'GET resolveHandle'),
  ...(quoted && !quoted.actor.startsWith('did:') ? ['GET resolveHandle'] : []),
  ...(quoted ? ['GET getPosts'] : []),
  ...media.flatMap((item) => (goesAsVideo(item, limits) ? videoCalls : ['POST uploadBlob'])),
  'POST putRecord',
]

function wordsOf(text: string) {
  const found = find(text, 'bluesky')
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
