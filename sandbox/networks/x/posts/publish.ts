import type { LedgerEntry } from '../../../core/control/ledger.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person, Post } from '../state/records.ts'
import type { Draft } from './draft.ts'

/** Publishes a validated post and records it in the ledger. */
export function publish(platform: Platform, person: Person, draft: Draft): Post {
  const post: Post = {
    ...draft,
    id: platform.nextId(),
    number: person.posts.length + 1,
    person,
    at: platform.world.clock.now(),
    replies: [],
    hidden: false,
    deleted: false,
  }
  for (const file of post.media) file.usedBy += 1
  platform.posts.set(post.id, post)
  person.posts.push(post)
  person.lastOf.set(post.text, post)
  person.postsCount += 1
  post.replyTo?.replies.push(post)
  record(platform, post, post.replyTo ? 'reply' : 'post')
  return post
}

export function unpublish(platform: Platform, post: Post): void {
  post.deleted = true
  post.person.postsCount -= 1
  platform.posts.delete(post.id)
  record(platform, post, 'delete')
}

function record({ world }: Platform, post: Post, kind: LedgerEntry['kind']): void {
  world.ledger.add({
    id: post.id,
    network: 'x',
    account: post.person.name,
    kind,
    text: post.text,
    media: post.media.map(ledgerMedia),
    key: null,
    replyTo: post.replyTo?.id ?? null,
  })
}

const ledgerMedia = ({ kind, mime, bytes, sha256, altText, url }: File): LedgerEntry['media'][number] => ({
  kind: kind === 'image' ? 'image' : 'video',
  mime,
  bytes,
  sha256,
  alt: altText ?? '',
  url,
})
