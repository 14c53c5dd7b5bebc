import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'

/** A field of a job's data that holds a sealed value, in base64. */
export interface SealedJobField {
  readonly job: string
  readonly field: string
  /** Returns the context that the value is bound to, from the other fields. */
  boundTo(data: Readonly<Record<string, unknown>>): string
}

const batchRows = 200

/** Encrypts the data of all jobs, including dead letters, with the current key. */
export async function resealJobs(
  deps: { readonly db: Db; readonly seal: Seal },
  { job, field, boundTo }: SealedJobField,
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  const { seal } = deps
  let resealed = 0
  let unreadable = 0
  for (let after: string | null = null; ; ) {
    const last: string | null = await inTx(deps.db, async (tx) => {
      const { rows } = await sql<{ id: string; data: Readonly<Record<string, unknown>>; sealed: Buffer }>`
        select id, data, decode(data ->> ${field}, 'base64') as sealed from job
        where name = ${job} and data ? ${field}
          and substring(decode(data ->> ${field}, 'base64') from 1 for ${seal.head.length}::int) <> ${seal.head}
          ${after === null ? sql`` : sql`and id > ${after}`}
        order by id limit ${batchRows} for update`.execute(tx)
      for (const row of rows) {
        const place = boundTo(row.data)
        const plain = openOrNull(seal, row.sealed, place)
        if (plain === null) {
          unreadable += 1
          continue
        }
        const text = seal.seal(plain, place).toString('base64')
        await sql`update job set data = jsonb_set(data, array[${field}], to_jsonb(${text}::text))
          where id = ${row.id}`.execute(tx)
        resealed += 1
      }
      return rows.at(-1)?.id ?? null
    })
    if (last === null) return { resealed, unreadable }
    after = last
  }
}

/** Deletes the jobs whose data is sealed with a key that we do not have. Returns their number. */
export async function giveUpJobs(
  { db, seal }: { readonly db: Db; readonly seal: Seal },
  { job, field }: SealedJobField,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from job
    where name = ${job} and data ? ${field}
      and substring(decode(data ->> ${field}, 'base64') from 1 for ${seal.head.length}::int)
        <> all(${[...seal.knownHeads]}::bytea[])`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

function openOrNull(seal: Seal, sealed: Buffer, place: string): Buffer | null {
  try {
    return seal.open(sealed, place)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
