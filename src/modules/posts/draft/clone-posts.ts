import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import { readAccountsByIds } from '#modules/accounts/index.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { listMediaIds, type Overrides } from '../content.ts'
import { addMediaUses } from '../store/media-uses.ts'
import type { PostRow } from '../store/posts.ts'
import { insertPosts, listTargetsOfPosts, type NewTargetRow, type TargetRow } from '../store/targets.ts'
import { buildTargetRow, unpublished } from './build-rows.ts'
import { editorsOfCopy } from './editors.ts'
import { labelPosts } from './label-posts.ts'

/** A clone to make of a stored post, to be published at its time. */
export interface CloneOrder {
  readonly source: PostRow
  readonly scheduledAt: Date
  /** The fields in which the clone differs from its source. Its own content replaces the content of every target. */
  readonly differs: Partial<
    Pick<
      PostRow,
      | 'authorUid'
      | 'profileId'
      | 'kind'
      | 'rootPostId'
      | 'parentId'
      | 'recycledFromId'
      | 'recurringRuleId'
      | 'content'
      | 'title'
      | 'firstComment'
      | 'thread'
      | 'tags'
      | 'language'
    >
  >
  /** Selects the targets to copy. If omitted, all are copied. */
  readonly only?: (target: TargetRow) => boolean
}

/**
 * Creates scheduled clones of posts, with the same number of statements for any number of posts, and returns them in
 * the order given. Nothing is checked here: the dispatcher checks each clone at its time and confirms its warnings.
 */
export async function clonePosts(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  orders: readonly CloneOrder[],
): Promise<readonly PostRow[]> {
  if (orders.length === 0) return []
  const now = clock.now()
  const targetsOf = await listTargetsOfPosts(tx, [...new Set(orders.map(({ source }) => source))])
  const named = [...targetsOf.values()].flat().flatMap(({ accountId }) => accountId ?? [])
  const connected = await readConnected(tx, named)
  const copies = orders.map(({ source, scheduledAt, differs, only = () => true }) => {
    const post: PostRow = {
      ...source,
      ...unpublished(now, 'scheduled'),
      saveAsDraft: false,
      scheduledAt,
      latestAt: null,
      ...differs,
      editedBy: editorsOfCopy(source, differs.authorUid === undefined ? source.authorUid : differs.authorUid),
    }
    const usable = post.profileId === source.profileId ? connected : noAccounts
    const targets = (targetsOf.get(source.id) ?? []).filter(only)
    return { post, targets: copyTargets(targets, post, usable, now).map((row) => adapt(row, differs)) }
  })
  const clones = await labelPosts(tx, copies, now)
  await insertPosts(
    tx,
    clones.map(({ post }) => post),
    clones.flatMap(({ targets }) => targets),
  )
  await addMediaUses(
    tx,
    clones.map(({ post, targets }) => ({ postId: post.id, mediaIds: listMediaIds(post, targets) })),
  )
  await writeAudits(
    tx,
    clones.map(({ post }, index) => ({
      at: now,
      caller: null,
      ownerUid: post.ownerUid,
      action: 'post.created',
      subject: toWire('post', post.id),
      changes: {
        status: { from: null, to: 'scheduled' },
        clonedFrom: { from: null, to: toWire('post', orders[index]?.source.id ?? post.id) },
      },
    })),
  )
  return clones.map(({ post }) => post)
}

const noAccounts: ReadonlySet<AccountId> = new Set()

async function readConnected(tx: Tx, ids: readonly AccountId[]): Promise<ReadonlySet<AccountId>> {
  if (ids.length === 0) return noAccounts
  const accounts = await readAccountsByIds(tx, [...new Set(ids)])
  return new Set([...accounts].flatMap(([id, { status }]) => (status === 'disconnected' ? [] : [id])))
}

/** A clone with its own content uses it on every target. */
function adapt<Row extends { readonly overrides: Overrides }>(row: Row, differs: CloneOrder['differs']): Row {
  if (differs.content === undefined || row.overrides.content === undefined) return row
  const { content: _, ...overrides } = row.overrides
  return { ...row, overrides }
}

/**
 * Copies targets to a new post. An account that can no longer be used is left open, and the platform's default account
 * is used when the copy is armed or dispatched.
 */
export function copyTargets(
  targets: readonly Pick<TargetRow, 'accountId' | 'network' | 'position' | 'overrides'>[],
  copy: Pick<PostRow, 'id' | 'ownerUid'>,
  usable: { has(accountId: AccountId): boolean },
  now: Date,
): NewTargetRow[] {
  const open = new Set<string>()
  return targets.flatMap(({ accountId: named, network, position, overrides }) => {
    const accountId = named && usable.has(named) ? named : null
    if (accountId === null && open.has(network)) return []
    if (accountId === null) open.add(network)
    return [buildTargetRow(copy, { network, accountId, overrides }, position, now)]
  })
}
