import { createHash, randomInt } from 'node:crypto'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, type Clock, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { type CodeTable, deleteCode, deleteExpiredCodes, lockCode, putCode } from './link-codes-store.ts'

/** Refuses a key that is limited to some profiles: a chat acts for the whole user. */
export function requireWholeCaller({ onlyProfiles }: Caller): void {
  if (onlyProfiles)
    refuse('key_limited_to_profiles', {
      detail: 'Chats can access all your brands. Use a key without a brand limit.',
    })
}

/** Refuses a key with fewer permissions than a chat: it must not gain permissions by linking one. */
export function requireScopesOfChats({ scopes }: Caller): void {
  if (!scopes) return
  const missing = catalogue.flatMap((task) => task.scopes).find((scope) => !scopes.has(scope))
  if (missing)
    refuse('scope_required', {
      detail: `A chat needs more access than this key has. Add the scope ${missing}, or sign in.`,
      requiredScope: missing,
    })
}

/** Letters and digits that are not easily confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const lifeMs = minutes(10)

/**
 * Creates the codes that link people in one network to users. A code works once, for ten minutes, and only its hash is
 * stored, in the table of the network.
 */
export function createLinkCodes(table: CodeTable, length: number) {
  const hash = (code: string): Buffer => createHash('sha256').update(`${table}:${code}`).digest()
  return {
    /** Issues a code to the caller, who must be able to do all that a chat can. */
    async issue({ db, clock }: { readonly db: Db; readonly clock: Clock }, caller: Caller) {
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
    /** Finds a code that a person typed, and locks it until the transaction ends. Null if it is invalid. */
    async lock(tx: Tx, typed: string) {
      const code = readCode(typed, length)
      if (code === null) return null
      const codeHash = hash(code)
      const uid = await lockCode(tx, table, codeHash)
      return uid && { uid, spend: () => deleteCode(tx, table, codeHash) }
    },
    deleteExpired: (db: Db) => deleteExpiredCodes(db, table),
  }
}

/** Normalizes what someone typed. Returns null if it cannot be a code. */
function readCode(typed: string, length: number): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}
