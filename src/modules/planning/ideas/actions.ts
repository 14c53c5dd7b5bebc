import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import {
  type IdeaId,
  type IdeaStageId,
  type LabelId,
  type MediaId,
  newId,
  type ProfileId,
  toWire,
} from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { findMediaByIds, hasThumbnail, listMediaFor, makeThumbnailUrl } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import type { PlanningDeps } from '../deps.ts'
import type { IdeaBody, IdeaChanges, IdeaPostsQuery, IdeasQuery, MoveBody } from './schema.ts'
import { findStage } from './stage-store.ts'
import { refuseStage, stagesOf } from './stages.ts'
import { isBlank, placeBetween } from './state.ts'
import {
  countIdeas,
  findDeletedIdea,
  findFirstIdea,
  findIdea,
  findPlaceAbove,
  type IdeaRow,
  insertIdea,
  listIdeaRows,
  listPostsOfIdea,
  lockMedia,
  moveIdeasToLabel,
  spreadIdeas,
  trashIdea,
  untrashIdea,
  updateIdea,
} from './store.ts'

const cursorKey = /^-?\d{1,10} -?\d{1,10}$/

/** Lists a page of the ideas of a profile, in the order of its board. */
export async function listIdeas(deps: PlanningDeps, caller: Caller, query: IdeasQuery) {
  const {
    profileId,
    stageId = null,
    labelId = null,
    authorUid = null,
    q = null,
    hasPosts = null,
    limit,
    cursor,
  } = query
  await profileFor(deps.db, caller, profileId, 'read')
  const [stagePlace = '', place = ''] = cursor === undefined ? [] : decodeCursor(cursor, cursorKey).split(' ')
  const after = cursor === undefined ? null : { stagePlace, place }
  const filter = { stageId, labelId, authorUid, q, hasPosts, after, limit: limit + 1 }
  const rows = await listIdeaRows(deps.db, profileId, filter)
  const { items, ...rest } = pageOf(rows, limit, (last) => `${last.stagePlace} ${last.place}`)
  const files = await findMediaByIds(
    deps.db,
    items.flatMap(({ mediaIds: [first] }) => first ?? []),
  )
  const ideas = items.map((idea) => {
    const file = idea.mediaIds[0] && files.get(idea.mediaIds[0])
    return { ...idea, thumbnailUrl: file && hasThumbnail(file) ? makeThumbnailUrl(deps, file) : null }
  })
  return { ideas, ...rest }
}

export async function readIdea(db: Db, caller: Caller, id: IdeaId): Promise<IdeaRow> {
  return (await ideaFor(db, caller, id, 'read')).idea
}

/** Lists a page of the posts made from an idea. */
export async function listIdeaPosts(db: Db, caller: Caller, id: IdeaId, { limit, cursor }: IdeaPostsQuery) {
  await ideaFor(db, caller, id, 'read')
  const before = cursor === undefined ? null : decodeCursor(cursor, uuidKey)
  const rows = await listPostsOfIdea(db, id, { before, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { posts: [...items], ...rest }
}

/** Creates an idea on top of its stage. The profile is locked, so that two calls cannot take the last place. */
export async function createIdea(deps: PlanningDeps, tx: Tx, caller: Caller, body: IdeaBody): Promise<IdeaRow> {
  const { profileId, stageId: chosen, ...content } = body
  const { ownerUid } = await profileFor(tx, caller, profileId, 'write')
  requireContent(content)
  await requireLabels(tx, profileId, content.labelIds)
  await requireMedia(tx, caller, content.mediaIds)
  const stages = await stagesOf(deps, tx, profileId)
  const stage = chosen === undefined ? stages[0] : stages.find(({ id }) => id === chosen)
  if (stage === undefined) refuseStage('/stageId')
  await requireRoom(tx, profileId)
  const now = deps.clock.now()
  const id = newId<'idea'>(now)
  const place = await takePlace(tx, id, stage.id, await findFirstIdea(tx, stage.id))
  const made = { version: 1, authorUid: caller.uid, createdAt: now, updatedAt: now }
  const row: IdeaRow = { ...content, id, profileId, stageId: stage.id, place, ...made }
  await insertIdea(tx, row)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'idea.created',
    subject: toWire('idea', id),
    changes: { title: { from: null, to: row.title } },
  })
  return row
}

/** Changes the content of an idea. */
export function changeIdea(deps: PlanningDeps, caller: Caller, id: IdeaId, changes: IdeaChanges): Promise<IdeaRow> {
  return inTx(deps.db, async (tx) => {
    const { idea, ownerUid } = await ideaFor(tx, caller, id, 'write')
    const row = { ...idea, ...changes } as IdeaRow
    const { audit, isEmpty } = changesBetween(wireContent(idea), wireContent(row))
    if (isEmpty) return idea
    requireContent(row)
    if (changes.labelIds) await requireLabels(tx, idea.profileId, changes.labelIds)
    if (changes.mediaIds) {
      const known = new Set(idea.mediaIds)
      await requireMedia(tx, caller, changes.mediaIds, known)
    }
    const changed = { ...row, version: idea.version + 1, updatedAt: deps.clock.now() }
    await updateIdea(tx, changed)
    await writeAudit(tx, {
      at: changed.updatedAt,
      caller,
      ownerUid,
      action: 'idea.updated',
      subject: toWire('idea', id),
      changes: audit,
    })
    return changed
  })
}

/** Moves an idea to a stage, before one of its ideas or to its end. Moves of a profile run one after another. */
export function moveIdea(deps: PlanningDeps, caller: Caller, id: IdeaId, body: MoveBody): Promise<IdeaRow> {
  return inTx(deps.db, async (tx) => {
    const { idea, ownerUid } = await ideaFor(tx, caller, id, 'write')
    const { stageId, beforeId } = body
    const stage = await findStage(tx, stageId)
    if (stage?.profileId !== idea.profileId) refuseStage('/stageId')
    if (beforeId === id) {
      refuseInput({ path: '/beforeId', code: 'invalid_value', message: 'must be another idea, or null for the end' })
    }
    if (stageId === idea.stageId && (await isInPlace(tx, idea, beforeId))) return idea
    const place = await takePlace(tx, id, stageId, beforeId)
    const moved = { ...idea, stageId, place, version: idea.version + 1, updatedAt: deps.clock.now() }
    await updateIdea(tx, moved)
    if (stageId === idea.stageId) return moved
    const previous = await findStage(tx, idea.stageId)
    await writeAudit(tx, {
      at: moved.updatedAt,
      caller,
      ownerUid,
      action: 'idea.moved',
      subject: toWire('idea', id),
      changes: { stage: { from: previous?.name ?? null, to: stage.name } },
    })
    return moved
  })
}

/** Deletes an idea, which can be restored. Posts made from it stay. */
export function deleteIdea(deps: PlanningDeps, caller: Caller, id: IdeaId) {
  return inTx(deps.db, async (tx) => {
    const { idea, ownerUid } = await ideaFor(tx, caller, id, 'write', { alsoReadOnly: true })
    const now = deps.clock.now()
    await trashIdea(tx, idea, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'idea.deleted',
      subject: toWire('idea', id),
      changes: { title: { from: idea.title, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

/** Restores a deleted idea where it was: its stage, its place, its author and the posts made from it. */
export function restoreIdea(deps: PlanningDeps, caller: Caller, id: IdeaId): Promise<IdeaRow> {
  return inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const find = async () => (await findIdea(tx, id)) ?? (await findDeletedIdea(tx, id, before(now, trashKeepsMs)))
    const seen = (await find()) ?? refuse('idea_not_found')
    const { ownerUid } = await profileFor(tx, caller, seen.profileId, 'write')
    const existing = await findIdea(tx, id)
    if (existing) return existing
    const idea = (await find()) ?? refuse('idea_not_found')
    await requireRoom(tx, idea.profileId)
    const restored = { ...idea, version: idea.version + 1 }
    await untrashIdea(tx, restored)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'idea.restored',
      subject: toWire('idea', id),
      changes: { title: { from: null, to: idea.title } },
    })
    return restored
  })
}

interface MergedLabel {
  readonly profileId: ProfileId
  readonly labelId: LabelId
  readonly intoId: LabelId
}

/** Gives the ideas of a merged label the label that took over. */
export const relabelIdeas = (tx: Tx, { profileId, labelId, intoId }: MergedLabel) =>
  moveIdeasToLabel(tx, profileId, labelId, intoId)

/** Returns an idea after checking access to its profile, which is locked in a transaction. */
export async function ideaFor(
  db: Db,
  caller: Caller,
  id: IdeaId,
  needs: Right,
  options: { readonly alsoReadOnly?: boolean } = {},
) {
  const seen = (await findIdea(db, id)) ?? refuse('idea_not_found')
  const { ownerUid } = await profileFor(db, caller, seen.profileId, needs, options)
  return { idea: (await findIdea(db, id)) ?? refuse('idea_not_found'), ownerUid }
}

/** True if an idea already precedes this one, or is the last of its stage. */
async function isInPlace(tx: Tx, { id, stageId, place }: IdeaRow, beforeId: IdeaId | null): Promise<boolean> {
  const before = await placeOfNeighbor(tx, stageId, beforeId)
  const above = await findPlaceAbove(tx, stageId, { before, except: id, withDeleted: false })
  return (before === null || place < before) && (above === null || place > above)
}

/** Returns a free place before an idea of the stage, or at its end. */
async function takePlace(tx: Tx, id: IdeaId, stageId: IdeaStageId, beforeId: IdeaId | null): Promise<number> {
  for (const isLastTry of [false, true]) {
    const before = await placeOfNeighbor(tx, stageId, beforeId)
    const place = placeBetween(await findPlaceAbove(tx, stageId, { before, except: id, withDeleted: true }), before)
    if (place !== null) return place
    if (!isLastTry) await spreadIdeas(tx, stageId)
  }
  throw new Error('a stage has no place after its ideas are spread out')
}

async function placeOfNeighbor(tx: Tx, stageId: IdeaStageId, beforeId: IdeaId | null): Promise<number | null> {
  if (beforeId === null) return null
  const neighbor = await findIdea(tx, beforeId)
  if (neighbor?.stageId === stageId) return neighbor.place
  return refuse('idea_neighbor_moved', { detail: 'Read the ideas of the stage again, then repeat the move.' })
}

/** Refuses another idea of a full board. The profile is locked. */
async function requireRoom(tx: Tx, profileId: ProfileId): Promise<void> {
  requireBelow(
    'ideasOfProfile',
    await countIdeas(tx, profileId),
    'ideas_full',
    (most) => `A profile has at most ${most} ideas. Delete some first.`,
  )
}

/** Returns the content as audit entries have it. */
const wireContent = ({ title, text, url, mediaIds, labelIds }: IdeaRow) => ({
  title,
  text,
  url,
  mediaIds: mediaIds.map((id) => toWire('media', id)),
  labelIds: labelIds.map((id) => toWire('lbl', id)),
})

function requireContent(content: Pick<IdeaRow, 'title' | 'text' | 'url' | 'mediaIds'>): void {
  if (!isBlank(content)) return
  refuseInput({ path: '/title', code: 'invalid_value', message: 'must not be empty without a text, a URL or a file' })
}

async function requireLabels(tx: Tx, profileId: ProfileId, ids: readonly LabelId[]): Promise<void> {
  const known = new Set((await resolveLabels(tx, profileId, ids, [])).map(({ id }) => id))
  const message = 'must be a label of the same profile'
  const faults = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `/labelIds/${index}`, code: 'label_not_found', message }],
  )
  if (faults.length > 0) refuseInput(...faults)
}

/** Refuses files that the caller may not use. Those that the idea has already may stay. */
async function requireMedia(
  tx: Tx,
  caller: Caller,
  ids: readonly MediaId[],
  kept: ReadonlySet<MediaId> = new Set(),
): Promise<void> {
  const existing = await lockMedia(tx, ids)
  const seen = await listMediaFor(tx, caller, { ids, storagePaths: [] }, 'write')
  const allowed = new Set(seen.flatMap(({ media, isAllowed }) => (isAllowed || kept.has(media.id) ? [media.id] : [])))
  const message = 'must be a file that you can use'
  const faults = ids.flatMap((id, index) =>
    existing.has(id) && allowed.has(id) ? [] : [{ path: `/mediaIds/${index}`, code: 'media_not_found', message }],
  )
  if (faults.length > 0) refuseInput(...faults)
}
