import type { Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Clock } from '#kernel/clock.ts'
import type { DomainEvent } from '#kernel/events.ts'
import type { InboxReplyId } from '#kernel/ids.ts'
import type { Change, RowStatus, TargetOwner } from '#modules/publishing/index.ts'
import {
  type About,
  addSentItem,
  closeAnswered,
  lockReplies,
  type ReplyState,
  readAbout,
  setReplyState,
} from '../store/replies.ts'
import { settleConversations } from '../store/save-items.ts'

interface OutcomeDeps {
  readonly clock: Clock
  readonly emit: Emit
}

/** Responds to the engine as the owner of replies. */
export const createReplyOwner = (deps: OutcomeDeps): TargetOwner<void> => ({
  lock: (tx, targets) =>
    lockReplies(
      tx,
      targets.map(({ targetId }) => targetId),
    ),
  changed: (tx, changes) => recordOutcomes(deps, tx, changes),
})

/** Records the outcomes of replies. One that is sent becomes an item of its conversation. The replies are locked. */
export async function recordOutcomes({ clock, emit }: OutcomeDeps, tx: Tx, changes: readonly Change[]): Promise<void> {
  const now = clock.now()
  const sent = []
  for (const { targetId, to, remoteId, url } of changes) {
    await setReplyState(tx, targetId as InboxReplyId, stateOf[to], now)
    if (to !== 'published') continue
    const item = remoteId === null ? undefined : await addSentItem(tx, targetId, { remoteId, url, at: now })
    sent.push({ targetId, item })
  }
  await tellEndings(emit, tx, changes)
  if (sent.length === 0) return
  await settleConversations(
    tx,
    sent.flatMap(({ item }) => item ?? []),
    { now, backlogBefore: now },
  )
  await closeAnswered(
    tx,
    sent.map(({ targetId }) => targetId),
    now,
  )
}

type Tell = (about: About) => DomainEvent

const eventOf: Readonly<Partial<Record<RowStatus, Tell>>> = {
  published: (about) => ({ type: 'inbox.reply_sent', ...about }),
  failed: (about) => ({ type: 'inbox.reply_failed', ...about }),
  unknown: (about) => ({ type: 'inbox.reply_needs_attention', ...about }),
}

async function tellEndings(emit: Emit, tx: Tx, changes: readonly Change[]): Promise<void> {
  const endings = changes.flatMap(({ targetId, from, to }) => {
    const tell = from === to ? undefined : eventOf[to]
    return tell ? [{ targetId, tell }] : []
  })
  if (endings.length === 0) return
  const abouts = await readAbout(
    tx,
    endings.map(({ targetId }) => targetId),
  )
  const events = endings.flatMap(({ targetId, tell }) => {
    const about = abouts.get(targetId)
    return about ? [tell(about)] : []
  })
  await emit(tx, ...events)
}

/** The state of a reply, by the status of its publication. */
const stateOf: Readonly<Record<RowStatus, ReplyState>> = {
  queued: 'queued',
  held: 'queued',
  publishing: 'sending',
  processing: 'sending',
  published: 'sent',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
}
