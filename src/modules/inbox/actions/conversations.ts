import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import {
  type ConversationId,
  type InboxItemId,
  type LabelId,
  type ProfileId,
  toWire,
  type UserId,
} from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { presentActs } from '../acts/present-acts.ts'
import type { InboxDeps } from '../deps.ts'
import type { ConversationChanges, ConversationsQuery, ItemsQuery } from '../schema/conversations.ts'
import {
  type ConversationRow,
  countConversations,
  findConversation,
  type ItemRow,
  isMember,
  listConversations,
  listItems,
  lockConversation,
  readItems,
  updateConversation,
} from '../store/conversations.ts'
import { setConversationLabels } from '../store/labels.ts'

/** The place in a list that is ordered by time and ID. */
const cursorKey = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function placeIn(cursor: string | undefined): { readonly at: Date; readonly id: string } | null {
  if (cursor === undefined) return null
  const [at = '', id = ''] = decodeCursor(cursor, cursorKey).split(' ')
  return { at: new Date(at), id }
}

/** Lists the conversations of a profile, latest first. */
export async function readConversations(deps: InboxDeps, caller: Caller, query: ConversationsQuery) {
  const { db } = deps
  const {
    profileId,
    state = null,
    assignee,
    accountId = null,
    kind = null,
    unanswered = null,
    handle = null,
    waitingForApproval: waiting = null,
    labelId = null,
    q = null,
  } = query
  await profileFor(db, caller, profileId, 'read')
  const place = placeIn(query.cursor)
  const rows = await listConversations(db, {
    profileId,
    state,
    assignee: assignee === 'me' ? caller.uid : (assignee ?? null),
    accountId,
    kind,
    unanswered,
    handle,
    waiting,
    labelId,
    q,
    after: place && { lastInAt: place.at, id: place.id },
    limit: query.limit + 1,
  })
  const { items, ...rest } = pageOf(rows, query.limit, ({ lastInAt, id }) => `${lastInAt.toISOString()} ${id}`)
  return { conversations: await presentAll(deps, db, items), ...rest }
}

/** Reads one conversation. */
export async function readConversation(deps: InboxDeps, caller: Caller, id: ConversationId, db: Db = deps.db) {
  return presentOne(deps, db, await conversationFor(db, caller, id))
}

/** Lists what was said in a conversation, oldest first. */
export async function readConversationItems(deps: InboxDeps, caller: Caller, id: ConversationId, query: ItemsQuery) {
  const { db } = deps
  await conversationFor(db, caller, id)
  const place = placeIn(query.cursor)
  const rows = await listItems(db, id, { after: place && { saidAt: place.at, id: place.id }, limit: query.limit + 1 })
  const { items, ...rest } = pageOf(rows, query.limit, (last) => `${last.saidAt.toISOString()} ${last.id}`)
  return { items: await presentItems(deps, db, items), ...rest }
}

export async function readCounts({ db }: InboxDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return countConversations(db, profileId, caller.uid)
}

/** Changes who works on a conversation, and whether there is work left. */
export function changeConversation(deps: InboxDeps, caller: Caller, id: ConversationId, changes: ConversationChanges) {
  return inTx(deps.db, async (tx) => {
    const { profileId } = (await findConversation(tx, id)) ?? refuse('conversation_not_found')
    const { ownerUid } = await profileFor(tx, caller, profileId, 'write')
    await lockConversation(tx, id)
    const row = (await findConversation(tx, id)) ?? refuse('conversation_not_found')
    const now = deps.clock.now()
    const snooze = snoozeOf(row, changes, now)
    const before = { state: row.state, snoozedUntil: row.snoozedUntil, assigneeUid: row.assigneeUid }
    const { labelIds, ...rest } = changes
    const { values, audit, isEmpty } = changesBetween(before, { ...rest, snoozedUntil: snooze })
    const labels = labelIds === undefined ? null : await relabel(tx, row, labelIds)
    if (isEmpty && labels === null) return presentOne(deps, tx, row)
    if (values.assigneeUid) await requireMember(tx, profileId, values.assigneeUid)
    await updateConversation(tx, { id, ...before, ...values, at: now })
    const { accountId, network } = row
    const about = { ownerUid, profileId, accountId, network, conversationId: id }
    await deps.emit(tx, { type: 'inbox.changed', byUid: caller.uid, ...about })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'inbox.conversation_changed',
      subject: toWire('conv', id),
      changes: { ...audit, ...(labels && { labelIds: labels }) },
    })
    return presentOne(deps, tx, (await findConversation(tx, id)) ?? refuse('conversation_not_found'))
  })
}

/** Replaces the labels of a conversation. Returns their names before and after, or null if they are the same. */
async function relabel(tx: Tx, { id, profileId, labelIds: known }: ConversationRow, wanted: readonly LabelId[]) {
  const found = new Map(
    (await resolveLabels(tx, profileId, [...known, ...wanted], [])).map((one) => [one.id, one.name]),
  )
  const faults = wanted.flatMap((labelId, index) =>
    found.has(labelId) ? [] : [{ path: `/labelIds/${index}`, ...noLabel }],
  )
  if (faults.length > 0) refuseInput(...faults)
  if (new Set(wanted).size === known.length && known.every((labelId) => wanted.includes(labelId))) return null
  await setConversationLabels(tx, id, wanted)
  const namesOf = (ids: readonly LabelId[]) => [...new Set(ids)].flatMap((labelId) => found.get(labelId) ?? []).sort()
  return { from: namesOf(known), to: namesOf(wanted) }
}

const noLabel = { code: 'label_not_found', message: 'must be a label of the profile' }

/** Returns the time until which a changed conversation sleeps. A time without a sleep, or in the past, is refused. */
function snoozeOf(
  row: ConversationRow,
  { state = row.state, snoozedUntil }: ConversationChanges,
  now: Date,
): Date | null {
  if (state !== 'snoozed') {
    if (snoozedUntil)
      refuseInput({
        path: '/snoozedUntil',
        code: 'not_applicable',
        message: 'must be null unless `state` is `snoozed`',
      })
    return null
  }
  const until = snoozedUntil === undefined ? row.snoozedUntil : snoozedUntil
  if (until === null || until <= now)
    refuseInput({ path: '/snoozedUntil', code: 'in_the_past', message: 'must be a time in the future' })
  return until
}

/** Refuses people who cannot open the conversation. */
async function requireMember(tx: Tx, profileId: ProfileId, uid: UserId): Promise<void> {
  if (!(await isMember(tx, profileId, uid)))
    refuseInput({
      path: '/assigneeUid',
      code: 'profile_member_not_found',
      message: 'must be a member of the profile, or they could not open the conversation',
    })
}

async function conversationFor(db: Db, caller: Caller, id: ConversationId): Promise<ConversationRow> {
  const row = (await findConversation(db, id)) ?? refuse('conversation_not_found')
  await profileFor(db, caller, row.profileId, 'read')
  return row
}

async function presentAll(deps: InboxDeps, db: Db, rows: readonly ConversationRow[]) {
  const ids = rows.map(({ lastItemId }) => lastItemId)
  const found = await presentItems(deps, db, [...(await readItems(db, ids)).values()])
  const items = new Map(found.map((item) => [item.id, item]))
  return rows.flatMap(({ lastItemId, network, personHandle: handle, personName: name, labelIds, ...row }) => {
    const last = items.get(lastItemId)
    return last ? [{ ...row, labelIds: [...labelIds], ...platformFields(network), person: { handle, name }, last }] : []
  })
}

const presentOne = async (deps: InboxDeps, db: Db, row: ConversationRow) =>
  (await presentAll(deps, db, [row]))[0] ?? refuse('conversation_not_found')

export async function presentOneItem(deps: InboxDeps, db: Db, id: InboxItemId) {
  const rows = [...(await readItems(db, [id])).values()]
  return (await presentItems(deps, db, rows))[0] ?? refuse('inbox_item_not_found')
}

async function presentItems(deps: InboxDeps, db: Db, rows: readonly ItemRow[]) {
  const ids = rows.map(({ id }) => id)
  const actsOn = await presentActs(deps, db, ids)
  return rows.map((row) => ({ ...presentItem(row), ...actsOn(row.id) }))
}

const presentItem = ({ senderId, handle, name, isUs, files, rules, ...item }: ItemRow) => ({
  ...item,
  files: [...files],
  rules: [...rules],
  sender: { id: senderId, handle, name, isUs },
})
