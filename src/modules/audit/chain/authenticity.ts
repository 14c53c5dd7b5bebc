import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal as SecretSeal } from '#infra/seal/seal.ts'
import { days } from '#kernel/clock.ts'
import { forgetSealedHash, type Seal } from './store.ts'

/**
 * The chain alone only proves that the log is consistent: someone who can write to the database can rewrite it. So each
 * seal also stores its hash sealed with SECRET_KEY, which the database does not contain. Seals of earlier versions have
 * no such hash.
 */
const boundTo = (no: number | string): string => `audit_seal.sealed_hash:${no}`

export const authenticate = (secret: Pick<SecretSeal, 'seal'>, { no, hash }: Pick<Seal, 'no' | 'hash'>): Buffer =>
  secret.seal(Buffer.from(hash, 'hex'), boundTo(no))

/**
 * Location of these hashes, for the SECRET_KEY rotation. Without its key, a seal counts as one from an earlier version.
 */
export const sealedAuditHashes: SealedColumn = {
  table: 'audit_seal',
  column: 'sealed_hash',
  key: ['no'],
  boundTo,
  giveUp: (_deps, tx, no = '') => forgetSealedHash(tx, Number(no)),
}

/** During a rolling upgrade, processes of the earlier version still create seals. */
const upgradeMs = days(1)

/** Checks a verification's seals in order, and returns for each what is wrong with its authenticity. */
export function createAuthenticityCheck(secret: Pick<SecretSeal, 'open'>) {
  let firstAt: Date | null = null
  let skipped: Seal | null = null
  return {
    /** Returns the seal that is not authentic, with the reason. */
    check(seal: Seal): { readonly seal: Seal; readonly reason: string } | null {
      if (seal.sealedHash === null) {
        skipped = seal
        return null
      }
      if (!isAuthentic(secret, seal)) return { seal, reason: 'does not match SECRET_KEY: the log was rewritten.' }
      firstAt ??= seal.sealedAt
      const before = skipped
      skipped = null
      const isLate = seal.sealedAt.getTime() - firstAt.getTime() > upgradeMs
      return before && isLate ? { seal: before, reason: notAuthenticated } : null
    },
    /** The last seal must be authentic, since no later seal proves it. */
    end: () => (skipped ? { seal: skipped, reason: notAuthenticated } : null),
  }
}

const notAuthenticated =
  'is not authenticated by SECRET_KEY: the log was rewritten, or a process of an earlier version sealed it.'

function isAuthentic(secret: Pick<SecretSeal, 'open'>, { no, hash, sealedHash }: Seal): boolean {
  try {
    return sealedHash !== null && secret.open(sealedHash, boundTo(no)).toString('hex') === hash
  } catch {
    return false
  }
}
