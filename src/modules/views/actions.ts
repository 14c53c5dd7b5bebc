import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type LabelId, newId, type ProfileId, type SavedViewId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import type { ViewDeps } from './deps.ts'
import { type PresentedView, presentViews } from './present.ts'
import type { Filters, ViewBody, ViewChanges, ViewsQuery } from './schema.ts'
import { findFilterFaults } from './state.ts'
import {
  countViews,
  deleteViewRow,
  findView,
  findViewByName,
  insertView,
  listViews,
  moveToLabel,
  updateView,
  type ViewRow,
} from './store.ts'

/** Lists a page of the views that the caller sees, newest first. */
export async function readViews({ db }: ViewDeps, caller: Caller, query: ViewsQuery) {
  const { profileId, page = null, cursor, limit } = query
  await profileFor(db, caller, profileId, 'read')
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as SavedViewId)
  const rows = await listViews(db, { profileId, uid: caller.uid, page, before, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { views: await presentViews(db, profileId, items), ...rest }
}

/** Reads one view. */
export async function readView(db: Db, caller: Caller, id: SavedViewId): Promise<PresentedView> {
  const { view } = await viewFor(db, caller, id, 'read')
  return presentOne(db, view)
}

/** Creates a view. The profile is locked, so that two calls cannot take the last place or the same name. */
export async function createView(deps: ViewDeps, tx: Tx, caller: Caller, body: ViewBody): Promise<PresentedView> {
  const { shared, ...fields } = body
  const profile = await profileFor(tx, caller, body.profileId, shared ? 'write' : 'read')
  const ownerUid = shared ? null : caller.uid
  await requireRoom(tx, body.profileId, ownerUid)
  await requireFreeName(tx, caller, body.profileId, body.name, null)
  const now = deps.clock.now()
  const row = await insertView(tx, {
    ...fields,
    id: newId<'view'>(now),
    ownerUid,
    labelId: await findLabelId(tx, body.profileId, body.filters),
    version: 1,
    createdBy: caller.uid,
    createdAt: now,
    updatedAt: now,
  })
  await note(deps, tx, caller, profile, 'view.created', row, { name: { from: null, to: row.name } })
  return presentOne(tx, row)
}

/** Changes a view. */
export function changeView(
  deps: ViewDeps,
  caller: Caller,
  id: SavedViewId,
  changes: ViewChanges,
): Promise<PresentedView> {
  return inTx(deps.db, async (tx) => {
    const { view, profile } = await viewFor(tx, caller, id, changes.shared === true ? 'share' : 'write')
    const before = {
      name: view.name,
      filters: view.filters as Readonly<Record<string, string>>,
      shared: view.ownerUid === null,
    }
    const { values, audit, isEmpty } = changesBetween(before, changes)
    if (isEmpty) return presentOne(tx, view)
    const { shared, name, filters } = values
    if (filters !== undefined) requireFilters(view, filters)
    if (shared === false && view.createdBy !== caller.uid) refuse('view_creator_required')
    const ownerUid = shared === undefined ? view.ownerUid : shared ? null : caller.uid
    if (shared !== undefined) await requireRoom(tx, view.profileId, ownerUid)
    if ((name ?? shared) !== undefined) await requireFreeName(tx, caller, view.profileId, name ?? view.name, id)
    const row = await updateView(tx, {
      ...view,
      ...(name === undefined ? {} : { name }),
      ...(filters === undefined ? {} : { filters, labelId: await findLabelId(tx, view.profileId, filters) }),
      ownerUid,
      version: view.version + 1,
      updatedAt: deps.clock.now(),
    })
    await note(deps, tx, caller, profile, 'view.updated', row, audit)
    return presentOne(tx, row)
  })
}

/** Deletes a view. */
export function removeView(deps: ViewDeps, caller: Caller, id: SavedViewId) {
  return inTx(deps.db, async (tx) => {
    const { view, profile } = await viewFor(tx, caller, id, 'delete')
    await deleteViewRow(tx, id)
    await note(deps, tx, caller, profile, 'view.deleted', view, { name: { from: view.name, to: null } })
    return { ok: true as const, success: true as const }
  })
}

/** Lets the views of a merged label filter by the label that took over. */
export const followMergedLabel = (tx: Tx, merged: { readonly labelId: LabelId; readonly intoId: LabelId }) =>
  moveToLabel(tx, merged.labelId, merged.intoId)

/**
 * Returns a view and its profile, which is locked in a transaction. The view of another person does not exist for the
 * caller. Everyone who reads posts keeps their own views; shared ones change by editors.
 */
async function viewFor(db: Db, caller: Caller, id: SavedViewId, to: 'read' | 'write' | 'share' | 'delete') {
  const seen = (await findView(db, id)) ?? refuse('view_not_found')
  const isOwn = seen.ownerUid === caller.uid
  const needs = to === 'read' || (isOwn && to !== 'share') ? 'read' : 'write'
  const alsoReadOnly = needs === 'read' || to === 'delete'
  const profile = await profileFor(db, caller, seen.profileId, needs, { alsoReadOnly })
  if (seen.ownerUid !== null && !isOwn) refuse('view_not_found')
  return { profile, view: (await findView(db, id)) ?? refuse('view_not_found') }
}

function requireFilters({ page }: ViewRow, filters: Filters): void {
  const faults = findFilterFaults(page, filters)
  if (faults.length > 0) refuseInput(...faults.map((fault) => ({ ...fault, code: 'invalid_value' })))
}

/** Refuses if the profile, or the person in it, has no room for one more view. */
async function requireRoom(tx: Tx, profileId: ProfileId, ownerUid: ViewRow['ownerUid']): Promise<void> {
  requireBelow('viewsOfProfile', await countViews(tx, profileId, ownerUid), 'views_full', (most) =>
    ownerUid === null
      ? `A profile has at most ${most} shared views. Delete one first.`
      : `You have at most ${most} private views in a profile. Delete one first.`,
  )
}

/** Refuses a name that another view has that the caller sees. */
async function requireFreeName(
  tx: Tx,
  caller: Caller,
  profileId: ProfileId,
  name: string,
  own: SavedViewId | null,
): Promise<void> {
  const taken = await findViewByName(tx, profileId, caller.uid, name, own)
  if (taken !== null)
    refuse('view_exists', { detail: `“${taken}” has this name. Case makes no difference. Choose another name.` })
}

/** Finds the label among the filters, so that the view follows a new name. */
async function findLabelId(tx: Tx, profileId: ProfileId, { label }: Filters): Promise<LabelId | null> {
  if (label === undefined) return null
  const [found] = await resolveLabels(tx, profileId, [], [label])
  return found?.id ?? null
}

const presentOne = async (db: Db, row: ViewRow): Promise<PresentedView> =>
  (await presentViews(db, row.profileId, [row]))[0] ?? refuse('view_not_found')

/** Notes a change. What a person does to their own views is noted for them, not for the owner of the profile. */
const note = (
  deps: ViewDeps,
  tx: Tx,
  caller: Caller,
  profile: AccessibleProfile,
  action: `view.${string}`,
  { id, ownerUid }: ViewRow,
  changes: NonNullable<Parameters<typeof writeAudit>[1]['changes']>,
) =>
  writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid: ownerUid ?? profile.ownerUid,
    action,
    subject: toWire('view', id),
    changes,
  })
