import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type LabelId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { LabelDeps } from './deps.ts'
import { retag } from './jobs.ts'
import type { LabelBody, LabelChanges, LabelsQuery } from './schema.ts'
import { addKeys, findDateFaults } from './state.ts'
import {
  countLabels,
  countUses,
  deleteLabelRow,
  findByName,
  findLabel,
  insertLabel,
  type LabelRow,
  listLabelRows,
  lockLabels,
  updateLabel,
} from './store.ts'

const present = ({ key: _, previousKeys, archivedAt, removedAt: __, ...label }: LabelRow) => ({
  ...label,
  archived: archivedAt !== null,
  isSettled: previousKeys.length === 0,
})

type PresentedLabel = ReturnType<typeof present>

/** Lists the labels of a profile by name. */
export async function listLabels({ db }: LabelDeps, caller: Caller, query: LabelsQuery) {
  const { profileId, q = null, kind: kinds = null, archived = ['false'], limit, cursor } = query
  await profileFor(db, caller, profileId, 'read')
  const after = cursor === undefined ? null : decodeCursor(cursor, /^./s)
  const filter = { q, kinds, archived: archived.map((word) => word === 'true'), after, limit: limit + 1 }
  const { items, ...rest } = pageOf(await listLabelRows(db, profileId, filter), limit, ({ key }) => key)
  return { labels: items.map(present), ...rest }
}

/** Counts the posts of each label of a profile. */
export async function listLabelUses({ db }: LabelDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return { uses: await countUses(db, profileId) }
}

export async function getLabel({ db }: LabelDeps, caller: Caller, id: LabelId): Promise<PresentedLabel> {
  const label = (await findLabel(db, id)) ?? refuse('label_not_found')
  await profileFor(db, caller, label.profileId, 'read')
  return present(label)
}

/** Creates a label. The profile is locked, so that two calls cannot take the last place. */
export async function createLabel(deps: LabelDeps, tx: Tx, caller: Caller, body: LabelBody): Promise<PresentedLabel> {
  const { ownerUid } = await profileFor(tx, caller, body.profileId, 'write')
  const faults = findDateFaults(body)
  if (faults.length > 0) refuseInput(...faults)
  requireBelow(
    'labelsOfProfile',
    await countLabels(tx, body.profileId),
    'labels_full',
    (most) => `A profile has at most ${most} labels. Merge or delete some first.`,
  )
  await requireFreeName(tx, body.profileId, body.name, null)
  const createdAt = deps.clock.now()
  const id =
    (await insertLabel(tx, { ...body, id: newId<'lbl'>(createdAt), createdAt })) ?? refuseTaken(body.name, body.name)
  await writeAudit(tx, {
    at: createdAt,
    caller,
    ownerUid,
    action: 'label.created',
    subject: toWire('lbl', id),
    changes: { name: { from: null, to: body.name } },
  })
  return present((await findLabel(tx, id)) ?? refuse('label_not_found'))
}

/** Changes a label. Posts and files follow a new name later. */
export function changeLabel(
  deps: LabelDeps,
  caller: Caller,
  id: LabelId,
  changes: LabelChanges,
): Promise<PresentedLabel> {
  return inTx(deps.db, async (tx) => {
    const { label, ownerUid } = await labelFor(tx, caller, id, 'publish')
    const { values, audit, isEmpty } = changesBetween({ ...label, archived: label.archivedAt !== null }, changes)
    if (isEmpty) return present(label)
    const { archived, name, ...plain } = values
    const faults = findDateFaults({ ...label, ...plain })
    if (faults.length > 0) refuseInput(...faults)
    if (name !== undefined) await requireFreeName(tx, label.profileId, name, id)
    const now = deps.clock.now()
    await updateLabel(tx, id, {
      ...plain,
      ...(name === undefined ? {} : { name, previousKeys: addKeys(label.previousKeys, label.key) }),
      ...(archived === undefined ? {} : { archivedAt: archived ? now : null }),
      updatedAt: now,
    })
    if (name !== undefined) await deps.queue.enqueue(tx, retag, { labelId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'label.updated',
      subject: toWire('lbl', id),
      changes: audit,
    })
    return present((await findLabel(tx, id)) ?? refuse('label_not_found'))
  })
}

/** Merges a label into another one of its profile, which takes over its posts and files. */
export function mergeLabel(deps: LabelDeps, caller: Caller, id: LabelId, intoId: LabelId): Promise<PresentedLabel> {
  return inTx(deps.db, async (tx) => {
    const { label, ownerUid } = await labelFor(tx, caller, id, 'publish', [intoId])
    const into = await findLabel(tx, intoId)
    if (!into || into.profileId !== label.profileId || into.id === label.id) {
      const message = 'must be another label of the same profile'
      refuseInput({ path: '/intoId', code: 'label_cannot_take', message })
    }
    const now = deps.clock.now()
    await deps.emit(tx, { type: 'label.merged', ownerUid, profileId: label.profileId, labelId: id, intoId })
    await deleteLabelRow(tx, id)
    const previousKeys = addKeys(into.previousKeys, label.key, ...label.previousKeys)
    await updateLabel(tx, intoId, { previousKeys, updatedAt: now })
    await deps.queue.enqueue(tx, retag, { labelId: intoId })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'label.merged',
      subject: toWire('lbl', id),
      changes: { into: { from: null, to: toWire('lbl', intoId) }, name: { from: label.name, to: into.name } },
    })
    return present((await findLabel(tx, intoId)) ?? refuse('label_not_found'))
  })
}

/** Deletes a label. It disappears at once, and its name from posts and files later. */
export function deleteLabel(deps: LabelDeps, caller: Caller, id: LabelId) {
  return inTx(deps.db, async (tx) => {
    const { label, ownerUid } = await labelFor(tx, caller, id, 'publish', [], { alsoReadOnly: true })
    const now = deps.clock.now()
    await updateLabel(tx, id, { removedAt: now, previousKeys: addKeys(label.previousKeys, label.key), updatedAt: now })
    await deps.queue.enqueue(tx, retag, { labelId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'label.deleted',
      subject: toWire('lbl', id),
      changes: { name: { from: label.name, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

/** Locks a label, together with others that the action changes, after checking access to its profile. */
async function labelFor(
  tx: Tx,
  caller: Caller,
  id: LabelId,
  needs: Right,
  others: readonly LabelId[] = [],
  options: { readonly alsoReadOnly?: boolean } = {},
) {
  const seen = (await findLabel(tx, id)) ?? refuse('label_not_found')
  const { ownerUid } = await profileFor(tx, caller, seen.profileId, needs, options)
  await lockLabels(tx, [id, ...others])
  return { label: (await findLabel(tx, id)) ?? refuse('label_not_found'), ownerUid }
}

/** Refuses a name that a label has, or that its posts still carry. */
async function requireFreeName(tx: Tx, profileId: ProfileId, name: string, own: LabelId | null): Promise<void> {
  const taken = await findByName(tx, profileId, name)
  if (taken && taken.id !== own && (taken.removedAt === null || own !== null)) refuseTaken(name, taken.name)
}

const refuseTaken = (name: string, taken: string): never =>
  refuse('label_exists', {
    detail:
      `“${name}” is the label “${taken}”, or becomes it: case and repeated spaces make no difference. Use that label, ` +
      'or merge the two.',
  })
