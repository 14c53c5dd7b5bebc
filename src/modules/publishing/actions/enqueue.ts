import { createHash } from 'node:crypto'
import type { Connector, Outgoing, Plan } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { type AccountId, newId, type UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { type Publication, replyFormat } from '../publication.ts'
import { costOf } from '../quota/quotas.ts'
import { moveParts } from '../store/fenced.ts'
import { insertPublications, lockPublications, type NewPublication } from '../store/rows.ts'
import { notPublished } from '../words.ts'

interface EnqueueDeps {
  readonly clock: Clock
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
}

export interface NewTarget {
  readonly targetId: string
  readonly ownerUid: UserId
  readonly accountId: AccountId
  readonly remoteAccountId: string
  readonly network: Network
  readonly snapshot: Outgoing
  /** The connector's plan of the snapshot, if the caller has it from a check. */
  readonly plan?: Plan
  readonly dueAt: Date
  readonly latestAt: Date | null
  /** The earlier publication to resume, with its published parts and under the same keys. */
  readonly resumeFrom?: string
}

/**
 * Freezes each target as a publication that is due at its time. The caller has locked the posts that own the targets.
 */
export async function enqueue(deps: EnqueueDeps, tx: Tx, targets: readonly NewTarget[]): Promise<Map<string, string>> {
  const now = deps.clock.now()
  const earlierIds = targets.flatMap(({ resumeFrom }) => (resumeFrom ? [resumeFrom] : []))
  const earlier = new Map(
    (earlierIds.length > 0 ? await lockPublications(tx, earlierIds) : []).map((row) => [row.id, row]),
  )
  const rows = targets.map((target) => rowFor(deps, target, now, earlier.get(target.resumeFrom ?? '') ?? null))
  await insertPublications(tx, rows)
  for (const [no, target] of targets.entries()) {
    const row = rows[no]
    if (target.resumeFrom && row) await moveParts(tx, target.resumeFrom, row.id)
  }
  return new Map(rows.map((row) => [row.targetId, row.id]))
}

function rowFor(
  { connectors }: EnqueueDeps,
  target: NewTarget,
  now: Date,
  earlier: Publication | null,
): NewPublication {
  const connector = connectors[target.network]
  if (!connector) throw new Error(`no connector for ${target.network}`)
  const { resumeFrom: _, plan = connector.plan(target.snapshot), ...rest } = target
  const id = newId<'publication'>(now)
  const before = earlier ? resumed(earlier) : {}
  const { answers } = target.snapshot
  // A connector that ignores what is answered would publish a post.
  if (answers && !connector.inbox?.replies) throw new Error(`no replies on ${target.network}`)
  // The same words under another comment are not the same reply.
  const answered = answers ? [answers.remoteId] : []
  const fresh = {
    bornAt: now,
    keyOf: id,
    step: plan.first,
    memo: {},
    memoDiesAt: null,
    partsShown: 0,
    shownAt: null,
    remoteId: null,
    url: null,
  }
  return {
    ...rest,
    id,
    isDue: rest.dueAt <= now,
    textHash: createHash('sha256')
      .update(JSON.stringify([...plan.parts.map((part) => part.text), ...answered]))
      .digest('hex'),
    partsTotal: target.snapshot.parts.length,
    ...fresh,
    ...before,
    cost: costOf(target.snapshot, before.partsShown),
    format: answers ? replyFormat : target.snapshot.format,
  }
}

/**
 * Returns what a publication inherits from an earlier one. If a part is published, it continues at the same step.
 * Otherwise it restarts; but if a user resolved an unknown outcome as not published, it keeps its keys, so that the
 * network recognizes the post if it is there after all.
 */
function resumed(earlier: Publication): Partial<NewPublication> {
  const { bornAt, keyOf } = earlier
  if (earlier.partsShown === 0) return earlier.errorCode === notPublished ? { bornAt, keyOf } : {}
  const { step, memo, memoDiesAt, partsShown, shownAt, remoteId, url } = earlier
  return { bornAt, keyOf, step, memo, memoDiesAt, partsShown, shownAt, remoteId, url }
}
