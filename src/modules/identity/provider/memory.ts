import type { Db } from '#infra/db/client.ts'
import type { CredentialDeps } from '../deps.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'

const rings = new WeakMap<Db, KeyRing>()

/**
 * Returns the key ring of this database. The process has one for each database, so that signing and verifying use the
 * same keys.
 */
export function keyRingOf(deps: Omit<CredentialDeps, 'config'>): KeyRing {
  const ring = rings.get(deps.db) ?? createKeyRing(deps)
  rings.set(deps.db, ring)
  return ring
}
