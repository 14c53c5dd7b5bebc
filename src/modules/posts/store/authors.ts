import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/** A person who has written a post. Everyone who can read the post sees the name. */
export interface Author {
  readonly uid: UserId
  readonly name: string
}

export async function listAuthors(db: Db, uids: readonly UserId[]): Promise<Map<string, Author>> {
  if (uids.length === 0) return new Map()
  const { rows } = await sql<Author>`
    select id as uid, name from app_user where id = any(${[...new Set(uids)]}::uuid[])`.execute(db)
  return new Map(rows.map((author) => [author.uid, author]))
}
