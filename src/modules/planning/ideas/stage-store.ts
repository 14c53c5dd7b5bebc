import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { IdeaStageId, ProfileId } from '#kernel/ids.ts'
import type { StagePreset } from './state.ts'

export interface StageRow {
  readonly id: IdeaStageId
  readonly profileId: ProfileId
  readonly name: string
  readonly preset: StagePreset | null
  readonly place: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`stage.id, stage.profile_id, stage.name, stage.preset, stage.place, stage.version, stage.created_at,
  stage.updated_at`

/** Lists the stages of a profile in the order of its board. */
export async function listStageRows(db: Db, profileId: ProfileId): Promise<StageRow[]> {
  const { rows } = await sql<StageRow>`
    select ${columns} from idea_stage stage where stage.profile_id = ${profileId} order by stage.place`.execute(db)
  return rows
}

export async function findStage(db: Db, id: IdeaStageId): Promise<StageRow | undefined> {
  const { rows } = await sql<StageRow>`select ${columns} from idea_stage stage where stage.id = ${id}`.execute(db)
  return rows[0]
}

/** Inserts the first stages of a profile. Of two calls at once, one inserts them. */
export async function insertFirstStages(db: Db, rows: readonly StageRow[]): Promise<void> {
  await sql`
    insert into idea_stage (id, profile_id, name, preset, place, version, created_at, updated_at)
    select id, "profileId", name, preset, place, version, "createdAt", "updatedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as first(id uuid, "profileId" uuid, name text, preset text,
      place integer, version integer, "createdAt" timestamptz, "updatedAt" timestamptz)
    on conflict (profile_id, lower(name)) do nothing`.execute(db)
}

export const insertStage = (tx: Tx, row: StageRow) => tx.insertInto('ideaStage').values(row).execute()

export const updateStage = (tx: Tx, { id, name, preset, version, updatedAt }: StageRow) =>
  tx.updateTable('ideaStage').set({ name, preset, version, updatedAt }).where('ideaStage.id', '=', id).execute()

/** Puts the stages of a profile in this order. */
export async function orderStages(tx: Tx, ids: readonly IdeaStageId[]): Promise<void> {
  await sql`
    update idea_stage stage set place = named.nth
    from unnest(${[...ids]}::uuid[]) with ordinality as named(id, nth) where stage.id = named.id`.execute(tx)
}

export const deleteStageRow = (tx: Tx, id: IdeaStageId) =>
  tx.deleteFrom('ideaStage').where('ideaStage.id', '=', id).execute()
