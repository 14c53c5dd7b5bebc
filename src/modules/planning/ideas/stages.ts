import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type IdeaStageId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import type { StageBody, StageChanges } from './schema.ts'
import {
  deleteStageRow,
  findStage,
  insertFirstStages,
  insertStage,
  listStageRows,
  orderStages,
  type StageRow,
  updateStage,
} from './stage-store.ts'
import { presetNames, stagePresets } from './state.ts'
import { countIdeasOfStage, moveAllIdeas } from './store.ts'

type Deps = Pick<PlanningDeps, 'db' | 'clock'>

/** Lists the stages of a profile. */
export async function listStages(deps: Deps, caller: Caller, profileId: ProfileId) {
  await profileFor(deps.db, caller, profileId, 'read')
  return { stages: await stagesOf(deps, deps.db, profileId) }
}

/** Returns the stages of a profile, which are made when they are first needed. */
export async function stagesOf({ clock }: Pick<Deps, 'clock'>, db: Db, profileId: ProfileId): Promise<StageRow[]> {
  const stages = await listStageRows(db, profileId)
  if (stages.length > 0) return stages
  const now = clock.now()
  const first = stagePresets.map((preset, index) => ({
    id: newId<'stage'>(now),
    profileId,
    name: presetNames[preset],
    preset,
    place: index + 1,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }))
  await insertFirstStages(db, first)
  return listStageRows(db, profileId)
}

export async function readStage(db: Db, caller: Caller, id: IdeaStageId): Promise<StageRow> {
  return (await stageFor(db, caller, id, 'read')).stage
}

/** Creates a stage. */
export async function createStage(deps: Deps, tx: Tx, caller: Caller, body: StageBody): Promise<StageRow> {
  const { profileId, name, beforeId } = body
  const { ownerUid } = await profileFor(tx, caller, profileId, 'publish')
  const stages = await stagesOf(deps, tx, profileId)
  requireBelow(
    'ideaStagesOfProfile',
    stages.length,
    'idea_stages_full',
    (most) => `A profile has at most ${most} stages of ideas. Delete one first.`,
  )
  requireFreeName(stages, name)
  const now = deps.clock.now()
  const place = Math.max(...stages.map((stage) => stage.place)) + 1
  const id = newId<'stage'>(now)
  const row = { id, profileId, name, preset: null, place, version: 1, createdAt: now, updatedAt: now }
  await insertStage(tx, row)
  await orderStages(tx, orderWith(stages, id, beforeId))
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'idea_stage.created',
    subject: toWire('stage', id),
    changes: { name: { from: null, to: name } },
  })
  return row
}

/** Renames or moves a stage. */
export function changeStage(deps: Deps, caller: Caller, id: IdeaStageId, changes: StageChanges): Promise<StageRow> {
  return inTx(deps.db, async (tx) => {
    const { stage, ownerUid } = await stageFor(tx, caller, id, 'publish')
    const stages = await listStageRows(tx, stage.profileId)
    const { name = stage.name, beforeId } = changes
    const { audit } = changesBetween({ name: stage.name }, { name })
    requireFreeName(
      stages.filter((other) => other.id !== id),
      name,
    )
    const previous = stages.map((one) => one.id)
    const order = beforeId === undefined ? previous : orderWith(stages, id, beforeId)
    const isMoved = order.some((one, index) => one !== previous[index])
    if (name === stage.name && !isMoved) return stage
    const row: StageRow = {
      ...stage,
      name,
      preset: name === stage.name ? stage.preset : null,
      version: stage.version + 1,
      updatedAt: deps.clock.now(),
    }
    await updateStage(tx, row)
    if (isMoved) await orderStages(tx, order)
    const change = { at: row.updatedAt, caller, ownerUid, subject: toWire('stage', id) }
    await writeAudit(tx, { ...change, action: 'idea_stage.updated', changes: audit })
    return row
  })
}

/** Deletes a stage. Its ideas move to the end of another one. */
export function deleteStage(deps: Deps, caller: Caller, id: IdeaStageId, moveToId: IdeaStageId | undefined) {
  return inTx(deps.db, async (tx) => {
    const { stage, ownerUid } = await stageFor(tx, caller, id, 'publish', { alsoReadOnly: true })
    const others = (await listStageRows(tx, stage.profileId)).filter((one) => one.id !== id)
    if (others.length === 0) refuse('idea_stage_last', { detail: 'Create another stage first.' })
    const into = others.find((one) => one.id === moveToId)
    if (moveToId !== undefined && into === undefined) refuseStage('/moveToId')
    if (into === undefined && (await countIdeasOfStage(tx, id)) > 0) {
      refuse('idea_stage_not_empty', { detail: 'Name the stage for its ideas in `moveToId`, or move them first.' })
    }
    // Deleted ideas that can be restored need a stage, too.
    await moveAllIdeas(tx, id, (into ?? (others[0] as StageRow)).id)
    await deleteStageRow(tx, id)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid,
      action: 'idea_stage.deleted',
      profileId: stage.profileId,
      subject: toWire('stage', id),
      changes: { name: { from: stage.name, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

/** Refuses a stage that is not one of the profile. */
export function refuseStage(path: string): never {
  return refuseInput({ path, code: 'idea_stage_not_found', message: 'must be another stage of the same profile' })
}

/** Returns a stage after checking access to its profile, which is locked in a transaction. */
async function stageFor(
  db: Db,
  caller: Caller,
  id: IdeaStageId,
  needs: Right,
  options: { readonly alsoReadOnly?: boolean } = {},
) {
  const seen = (await findStage(db, id)) ?? refuse('idea_stage_not_found')
  const { ownerUid } = await profileFor(db, caller, seen.profileId, needs, options)
  return { stage: (await findStage(db, id)) ?? refuse('idea_stage_not_found'), ownerUid }
}

function requireFreeName(others: readonly StageRow[], name: string): void {
  const taken = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (taken) refuse('idea_stage_exists', { detail: `The profile has a stage “${taken.name}”. Choose another name.` })
}

/** Returns the order of the stages with one put before another, or at the end. */
function orderWith(stages: readonly StageRow[], id: IdeaStageId, beforeId: IdeaStageId | null): IdeaStageId[] {
  const others = stages.map((one) => one.id).filter((one) => one !== id)
  const at = beforeId === null ? others.length : others.indexOf(beforeId)
  return at === -1 ? refuseStage('/beforeId') : others.toSpliced(at, 0, id)
}
