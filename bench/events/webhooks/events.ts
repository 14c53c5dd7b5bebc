import type { Deps } from '#app/deps.ts'
import { inTx } from '#infra/db/client.ts'
import type { DomainEvent, PlatformStanding } from '#kernel/events.ts'
import { type AccountId, newId, type PostId, type PostTargetId, toWire } from '#kernel/ids.ts'
import type { Owner } from './stage.ts'

/** The events of a post: queued, each target published, and finally the whole post. */
interface PostStory {
  /** The events of each transaction. */
  readonly steps: readonly (readonly DomainEvent[])[]
  readonly postId: string
}

const networks = ['bluesky', 'mastodon', 'x'] as const

/** Creates the sequence of events of an owner's post with this many targets. */
export function storyOf({ uid: ownerUid, profileId }: Owner, targets: number): PostStory {
  const now = new Date()
  const postId = newId<'post'>(now) as PostId
  const accounts = Array.from({ length: targets }, (_, nth) => ({
    targetId: newId<'tgt'>(now) as PostTargetId,
    accountId: newId<'acc'>(now) as AccountId,
    network: networks[nth % networks.length] ?? 'bluesky',
  }))
  const standing = (done: number, status: string) => ({
    status,
    published: done,
    failed: 0,
    total: targets,
    platforms: accounts.map(({ accountId, network }, nth): PlatformStanding => {
      const isOut = nth < done
      return {
        network,
        accountId,
        status: isOut ? 'published' : 'queued',
        platformPostId: isOut ? `at://did:plc:bench/app.post/${postId}` : null,
        platformUrl: isOut ? `https://${network}.example/posts/${postId}` : null,
        error: null,
        errorCode: null,
        retryable: false,
      }
    }),
  })
  const about = { ownerUid, profileId, postId, round: 1 }
  const steps = accounts.map((account, nth): DomainEvent[] => {
    const isLast = nth === targets - 1
    const event = {
      ...about,
      type: 'post.published',
      standing: standing(nth + 1, isLast ? 'published' : 'publishing'),
    } as const
    return [{ ...event, ...account }, ...(isLast ? [event] : [])]
  })
  return {
    steps: [[{ ...about, type: 'post.queued', standing: standing(0, 'queued') }], ...steps],
    postId: toWire('post', postId),
  }
}

/** Returns a name that distinguishes the events of a sequence, independent of their IDs. */
export const nameOf = (type: string, postId: string, accountId: string | null): string =>
  `${type} ${postId} ${accountId ?? 'whole'}`

export const nameOfEvent = (event: DomainEvent): string =>
  'postId' in event
    ? nameOf(
        event.type,
        toWire('post', event.postId),
        'accountId' in event && event.accountId ? toWire('acc', event.accountId) : null,
      )
    : event.type

/** Writes events in one transaction, as the product does for many targets at once. */
export const write = ({ db, emit }: Pick<Deps, 'db' | 'emit'>, events: readonly DomainEvent[]): Promise<void> =>
  inTx(db, (tx) => emit(tx, ...events))
