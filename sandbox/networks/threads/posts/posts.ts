import type { LedgerEntry } from '../../../core/control/ledger.ts'
import { addPost, itemsOf, type PostItem } from '../../meta/containers.ts'
import { usernameOf } from '../../meta/people.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Draft, Person, Post } from '../state/records.ts'
import { checkQuota } from './quotas.ts'

/** Publishes a container as a post. Every post is visible and recorded in the ledger from this moment. */
export function makePost(platform: Platform, container: Container): Post {
  const { person, draft } = container
  checkQuota(platform, person, draft.replyTo === null ? 'posts' : 'replies')
  container.post = add(platform, { person, draft, items: itemsOf(container), reposted: null })
  return container.post
}

/** Writes a plain reply, as a person does in the app. */
export const reply = (platform: Platform, person: Person, replyTo: Post, text: string): Post =>
  add(platform, { person, draft: { ...nothing, text, replyTo }, items: [], reposted: null })

const nothing: Draft = {
  type: 'TEXT',
  text: '',
  link: null,
  topic: null,
  alt: '',
  audience: 'everyone',
  replyTo: null,
  quoted: null,
  poll: null,
  gif: null,
  attachedText: null,
  isGhost: false,
}

export const repost = (platform: Platform, person: Person, reposted: Post): Post =>
  add(platform, { person, draft: nothing, items: [], reposted })

function add(platform: Platform, given: Pick<Post, 'person' | 'draft' | 'items' | 'reposted'>): Post {
  const post = addPost(platform, given.person.posts, (made): Post => ({ ...made, ...given, isHidden: false }))
  record(platform, post, post.draft.replyTo === null ? 'post' : 'reply')
  return post
}

export function remove(platform: Platform, post: Post): void {
  post.deleted = true
  record(platform, post, 'delete')
}

const dayMs = 86_400_000

/** True while a post exists. A ghost post disappears after a day. */
export const isThere = ({ world }: Platform, { deleted, draft, atMs }: Post): boolean =>
  !deleted && (!draft.isGhost || world.clock.ms() < atMs + dayMs)

export function findPost(platform: Platform, id: string): Post | null {
  const post = platform.posts.get(id)
  return post && isThere(platform, post) ? post : null
}

/** Returns the root post of a conversation. */
export function rootOf(post: Post): Post {
  const { replyTo } = post.draft
  return replyTo === null ? post : rootOf(replyTo)
}

export const permalinkOf = (platform: Platform, { person, shortcode }: Post): string =>
  `${platform.base()}/@${usernameOf(person)}/post/${shortcode}`

function record({ world }: Platform, post: Post, kind: LedgerEntry['kind']): void {
  const { id, person, draft, items } = post
  world.ledger.add({
    id,
    network: 'threads',
    account: person.name,
    kind,
    text: draft.text,
    media: [...items.map(ledgerItem), ...(draft.link === null ? [] : [ledgerLink(draft.link)])],
    key: null,
    replyTo: draft.replyTo?.id ?? null,
  })
}

type Media = LedgerEntry['media'][number]

const ledgerItem = ({ file, alt }: PostItem): Media => ({ ...file, alt })
const ledgerLink = (url: string): Media => ({ kind: 'link', mime: null, bytes: null, sha256: null, alt: '', url })
