import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { NoticeDeps } from './deps.ts'
import { type Channels, kinds, type NoticeKind, noticeKinds } from './kinds.ts'
import { countUnread, listNotices, listPrefs, markRead, type NoticeId, savePref } from './store/read.ts'

interface Question {
  readonly unread: boolean
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function readNotices({ db }: Pick<NoticeDeps, 'db'>, caller: Caller, question: Question) {
  const { unread, limit, cursor } = question
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as NoticeId)
  const rows = await listNotices(db, caller.uid, { before, unread, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return {
    notices: items.map(({ madeAt: createdAt, ...row }) => ({ ...row, createdAt })),
    unread: await countUnread(db, caller.uid),
    ...rest,
  }
}

export function readAll(
  deps: NoticeDeps,
  caller: Caller,
  { ids }: { readonly ids?: readonly NoticeId[] | undefined },
): Promise<{ readonly unread: number }> {
  return inTx(deps.db, async (tx) => {
    await markRead(tx, caller.uid, ids ?? null)
    return { unread: await countUnread(tx, caller.uid) }
  })
}

interface Preference extends Channels {
  readonly kind: NoticeKind
}

export async function readPreferences({ db }: Pick<NoticeDeps, 'db'>, caller: Pick<Caller, 'uid'>) {
  const chosen = new Map((await listPrefs(db, caller.uid)).map((one) => [one.kind, one]))
  return { preferences: noticeKinds.map((kind): Preference => ({ kind, ...kinds[kind], ...chosen.get(kind) })) }
}

export function changePreferences(
  deps: NoticeDeps,
  caller: Caller,
  { preferences }: { readonly preferences: readonly Preference[] },
) {
  return inTx(deps.db, async (tx) => {
    const before = await readPreferences({ db: tx }, caller)
    for (const one of preferences) await savePref(tx, caller.uid, one)
    const after = await readPreferences({ db: tx }, caller)
    const { audit, isEmpty } = changesBetween(byKind(before.preferences), byKind(after.preferences))
    if (!isEmpty)
      await writeAudit(tx, {
        at: deps.clock.now(),
        caller,
        ownerUid: caller.uid,
        action: 'notice_preferences.changed',
        subject: toWire('usr', caller.uid),
        changes: audit,
      })
    return after
  })
}

const byKind = (all: readonly Preference[]): Record<string, string> =>
  Object.fromEntries(
    all.map(({ kind, page, email }) => [kind, [page && 'page', email && 'email'].filter(Boolean).join(', ')]),
  )
