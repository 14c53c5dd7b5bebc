import type { LedgerEntry } from '../../../core/control/ledger.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Photo, Post } from '../state/records.ts'

/** Creates a post. A post is in the ledger from the time at which it is published. */
export function makePost(
  graph: Graph,
  given: Pick<Post, 'page' | 'kind' | 'message' | 'link' | 'cards' | 'photos' | 'video'> & {
    readonly scheduledMs: number | null
    readonly show: boolean
  },
): Post {
  const { show, ...fields } = given
  const { page } = fields
  const post: Post = {
    ...fields,
    id: `${page.id}_${graph.nextId()}`,
    number: page.posts.length + 1,
    createdAtMs: graph.world.clock.ms(),
    publishedAtMs: null,
    editedAtMs: null,
    comments: [],
    deleted: false,
  }
  for (const photo of post.photos) photo.post = post
  if (post.video) post.video.post = post
  graph.posts.set(post.id, post)
  page.posts.push(post)
  if (show) publish(graph, post, post.createdAtMs)
  else if (post.scheduledMs !== null && post.video === null) publishAt(graph, post, post.scheduledMs)
  return post
}

export function publish(graph: Graph, post: Post, atMs: number): void {
  if (post.publishedAtMs !== null || post.deleted) return
  post.publishedAtMs = atMs
  post.scheduledMs = null
  record(graph, post, 'post')
}

function publishAt(graph: Graph, post: Post, atMs: number): void {
  const isDue = () => post.scheduledMs === atMs
  graph.due.add(
    atMs,
    `A scheduled post of ${post.page.displayName} appears.`,
    () => isDue() && publish(graph, post, atMs),
  )
}

export function record(graph: Graph, post: Post, kind: LedgerEntry['kind']): void {
  graph.world.ledger.add({
    id: post.id,
    network: 'facebook',
    account: post.page.name,
    kind,
    text: post.message,
    media: [...post.photos.map(ledgerPhoto), ...ledgerVideo(post), ...ledgerLink(post)],
    key: null,
    replyTo: null,
  })
}

type Media = LedgerEntry['media'][number]

export const ledgerPhoto = ({ mime, bytes, sha256, alt, url }: Photo): Media => ({
  kind: 'image',
  mime,
  bytes,
  sha256,
  alt,
  url,
})

function ledgerVideo({ video }: Post): readonly Media[] {
  if (video === null) return []
  const { file, received } = video
  return [
    {
      kind: 'video',
      mime: file?.mime ?? null,
      bytes: received,
      sha256: file?.sha256 ?? null,
      alt: '',
      url: file?.url ?? null,
    },
  ]
}

const ledgerLink = ({ link, cards = link === null ? [] : [link] }: Post): readonly Media[] =>
  cards.map((url) => ({ kind: 'link', mime: null, bytes: null, sha256: null, alt: '', url }))

/** Returns the posts that a reader of the page sees, newest first. Stories are shown elsewhere. */
export const listVisiblePosts = (page: Page): readonly Post[] =>
  page.posts
    .filter(({ kind, deleted, publishedAtMs }) => kind !== 'story' && !deleted && publishedAtMs !== null)
    .sort((a, b) => (b.publishedAtMs ?? 0) - (a.publishedAtMs ?? 0) || b.number - a.number)
