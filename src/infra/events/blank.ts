import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/** Of an owner's events about one thing: which field of theirs names it, and which holds what is not to be kept. */
export interface Blanked {
  readonly ownerUid: UserId
  readonly key: string
  readonly value: string
  readonly field: string
  readonly with: string
}

/** Takes words out of events that have happened. That they happened stays. */
export async function blankInEvents(tx: Tx, { ownerUid, key, value, field, with: word }: Blanked): Promise<void> {
  await sql`update event set data = jsonb_set(data, array[${field}::text], to_jsonb(${word}::text)),
      body = replace(body, (data -> ${field}::text)::text, to_jsonb(${word}::text)::text)
    where owner_uid = ${ownerUid} and data ->> ${key}::text = ${value} and data ? ${field}::text`.execute(tx)
}
