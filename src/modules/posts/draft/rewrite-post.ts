import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { forget } from '#modules/publishing/index.ts'
import type { Network } from '#rules/network-names.ts'
import { demandNoFaults } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import type { PostAtHand } from '../post-for.ts'
import type { PostWish } from '../schema/wishes.ts'
import type { Intent } from '../state.ts'
import { type PostChanges, type PostRow, updatePost, userTimezone } from '../store/posts.ts'
import { deleteTargets, insertTargets, rewriteTargets, targetsOf } from '../store/targets.ts'
import { type Fetched, findMedia } from './find-media.ts'
import { wantedTargets } from './resolve-targets.ts'
import { instantFor, latestFaults, scheduleFaults } from './times.ts'
import { keepMediaOf, rowsFor, threadOf, withMedia, writtenMedia } from './write-post.ts'

export interface Rewriting {
  readonly fetched: Fetched
  readonly intent: Intent
}

/**
 * Declares for each field whether it is stored as given or written out below. A new field does not compile until it is
 * here.
 */
const storage = {
  content: 'as given',
  title: 'as given',
  format: 'as given',
  timezone: 'as given',
  saveAsDraft: 'as given',
  tags: 'as given',
  language: 'as given',
  firstComment: 'as given',
  link: 'as given',
  settings: 'as given',
  metadata: 'as given',
  platforms: 'written out',
  media: 'written out',
  thread: 'written out',
  scheduledAt: 'written out',
  latestAt: 'written out',
  confirmWarnings: 'written out',
} as const satisfies Readonly<Record<keyof PostWish, 'as given' | 'written out'>>

type PlainField = {
  [Field in keyof typeof storage]: (typeof storage)[Field] extends 'as given' ? Field : never
}[keyof typeof storage]
const plainFields = Object.keys(storage).filter(
  (field): field is PlainField => storage[field as PlainField] === 'as given',
)

/** Writes a user's changes to a post and its targets. The caller decides what follows from them. */
export async function rewritePost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  seen: PostAtHand,
  wish: PostWish,
  { fetched, intent }: Rewriting,
): Promise<{ readonly post: PostRow; readonly changes: Record<string, { from: Json; to: Json }> }> {
  const now = deps.clock.now()
  const { role: _, profileTimezone, ...before } = seen
  const wishes = {
    ...(wish.media ? { media: wish.media } : {}),
    ...(wish.thread ? { thread: wish.thread } : {}),
    ...(wish.platforms ? { platforms: wish.platforms } : {}),
  }
  const written = writtenMedia(await findMedia(deps, tx, caller, wishes, fetched), wishes)
  const mayLack = intent === 'draft' && seen.status !== 'queued'
  const wanted = wish.platforms
    ? wantedTargets(wish.platforms, await listProfileAccounts(tx, seen.profileId), mayLack)
    : null
  const zoneOf = async () => wish.timezone ?? seen.timezone ?? profileTimezone ?? (await userTimezone(tx, caller.uid))
  const scheduledAt = wish.scheduledAt ? await instantFor(wish.scheduledAt, zoneOf) : wish.scheduledAt
  const latestAt = wish.latestAt ? await instantFor(wish.latestAt, zoneOf) : wish.latestAt
  const time = scheduledAt === undefined ? before.scheduledAt : scheduledAt
  const armsKeptTime = intent === 'scheduled' && seen.intent !== 'scheduled' && scheduledAt === undefined
  demandNoFaults([
    ...(scheduledAt || (armsKeptTime && time) ? scheduleFaults(deps, scheduledAt ?? time ?? now) : []),
    ...latestFaults(
      latestAt === undefined ? before.latestAt : latestAt,
      latestAt === undefined && !scheduledAt ? null : time,
    ),
    ...(wanted?.faults ?? []),
    ...written.faults,
  ])

  const said: PostChanges = {
    ...Object.fromEntries(
      plainFields.flatMap((field) => (wish[field] === undefined ? [] : [[field, wish[field]] as const])),
    ),
    ...(wish.media ? { media: written.media } : {}),
    ...(wish.thread ? { thread: threadOf(wish.thread, written) } : {}),
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
    ...(latestAt === undefined ? {} : { latestAt }),
    ...(wish.confirmWarnings === undefined ? {} : { confirmedWarnings: wish.confirmWarnings }),
  }
  const post = await updatePost(tx, seen.id, { ...said, intent, updatedAt: now, version: before.version + 1 })
  const changes = changesOf(before, post)
  const known = (await targetsOf(tx, [seen.id])).get(seen.id) ?? []
  if (wanted) {
    const { kept, added, gone } = rowsFor(post, withMedia(wanted.targets, written), known, now)
    const goneIds = gone.map((row) => row.id)
    await deleteTargets(tx, goneIds)
    await forget(tx, goneIds)
    await rewriteTargets(tx, kept)
    await insertTargets(tx, added)
    const networks = (rows: readonly { readonly network: Network }[]) => rows.map(({ network }) => network)
    changes.platforms = { from: networks(known), to: networks([...kept, ...added]) }
    await keepMediaOf(
      tx,
      post.id,
      post,
      [...kept, ...added].map(({ overrides }) => overrides),
    )
  } else if (wish.media || wish.thread) {
    await keepMediaOf(
      tx,
      post.id,
      post,
      known.map(({ overrides }) => overrides),
    )
  }
  return { post, changes }
}

const shownInAudit = [...plainFields, 'scheduledAt', 'latestAt', 'media', 'thread'] as const

function changesOf(before: PostRow, after: PostRow): Record<string, { from: Json; to: Json }> {
  const changes: Record<string, { from: Json; to: Json }> = {}
  for (const field of shownInAudit) {
    const [from, to] = [before[field], after[field]].map((value) => JSON.parse(JSON.stringify(value)) as Json)
    if (canonical(from) !== canonical(to)) changes[field] = { from: from ?? null, to: to ?? null }
  }
  return changes
}
