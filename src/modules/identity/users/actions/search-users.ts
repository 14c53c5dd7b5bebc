import type { Db } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { fromWire } from '#kernel/ids.ts'
import type { User } from '../../people/store.ts'
import { countUsers, selectUsers } from '../store.ts'

interface UserSearch {
  readonly q?: string | undefined
  readonly tier?: string | undefined
  readonly role?: Role | undefined
  readonly page: number
  readonly pageSize: number
}

/**
 * Finds users by ID, or by the beginnings of words in their names and email addresses: `ada exam` finds
 * ada@example.com. The search uses an index, so it is fast even with 100,000 users. Text in the middle of a word does
 * not match.
 */
export async function searchUsers(
  db: Db,
  { q, tier, role, page, pageSize }: UserSearch,
): Promise<{ readonly users: User[]; readonly total: number }> {
  const uid = q === undefined ? null : fromWire('usr', q.trim())
  const words = uid === null ? splitWords(q ?? '') : []
  const isBlank = q !== undefined && q.trim() !== '' && uid === null && words.length === 0
  if (isBlank) return { users: [], total: 0 }
  const filter = { words, uid, plan: tier ?? null, role: role ?? null }
  const users = await selectUsers(db, filter, { offset: (page - 1) * pageSize, limit: pageSize })
  return { users, total: await countUsers(db, filter) }
}

const wordsMax = 10

/** Splits at spaces and ASCII punctuation, like `ph.words_of`. */
const splitWords = (q: string): string[] =>
  q
    .normalize('NFC')
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '')
    .slice(0, wordsMax)
