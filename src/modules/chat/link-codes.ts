import { createHash, randomInt } from 'node:crypto'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, type Clock, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { type CodeTable, deleteCode, deleteExpiredCodes, lockCode, putCode } from './link-codes-store.ts'

/** Refuses a key that is limited to some profiles: a chat acts for the whole user. */
export function requireWholeCaller({ onlyProfiles }: Caller): void {
  if (onlyProfiles)
    refuse('key_limited_to_profiles', {
      detail: 'A chat can access every profile of its user. Use a key without profile restrictions.',
    })
}

/** Refuses a key that may do less than a chat: it must not give itself more by linking one. */
export function requireScopesOfChats({ scopes }: Caller): void {
  if (!scopes) return
  const missing = catalogue.flatMap((task) => task.scopes).find((scope) => !scopes.has(scope))
  if (missing)
    refuse('scope_required', {
      detail: `A chat needs more access than this key has. Add the scope ${missing}, or sign in.`,
      requiredScope: missing,
    })
}

/**
 * Codes by which somebody in a chat becomes a user: they work once, for ten minutes, and only their hashes are stored.
 * Each chat has a table of them.
 */
interface LinkCodes {
  /** Creates a code for the caller, who must be able to do all that a chat can. */
  issue(
    deps: { readonly db: Db; readonly clock: Clock },
    caller: Caller,
  ): Promise<{ readonly code: string; readonly expiresAt: Date }>
  /** Finds a code that somebody typed, and locks it until the transaction ends. Null: it does not work (any more). */
  lock(tx: Tx, typed: string): Promise<LockedCode | null>
  deleteExpired(db: Db): Promise<void>
}

interface LockedCode {
  readonly uid: UserId
  /** Ends the code, which has done its work. */
  spend(): Promise<void>
}

/** Letters and digits that nobody takes for another one. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const lifeMs = minutes(10)

export function createLinkCodes(table: CodeTable, length: number): LinkCodes {
  const hash = (code: string): Buffer => createHash('sha256').update(`${table}:${code}`).digest()
  return {
    async issue({ db, clock }, caller) {
      requireWholeCaller(caller)
      requireScopesOfChats(caller)
      const at = clock.now()
      const expiresAt = after(at, lifeMs)
      const code = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
      await inTx(db, async (tx) => {
        await putCode(tx, table, { codeHash: hash(code), uid: caller.uid, expiresAt })
        const subject = toWire('usr', caller.uid)
        await writeAudit(tx, { at, caller, ownerUid: caller.uid, action: 'chat.code_created', subject })
      })
      return { code, expiresAt }
    },
    async lock(tx, typed) {
      const code = readCode(typed, length)
      if (code === null) return null
      const codeHash = hash(code)
      const uid = await lockCode(tx, table, codeHash)
      return uid && { uid, spend: () => deleteCode(tx, table, codeHash) }
    },
    deleteExpired: (db) => deleteExpiredCodes(db, table),
  }
}

/** Returns what somebody typed in its usual spelling; null when it cannot be a code. */
function readCode(typed: string, length: number): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}
