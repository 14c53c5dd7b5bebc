import type { Db } from '#infra/db/client.ts'
import type { CredentialDeps } from './deps.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'

const rings = new WeakMap<Db, KeyRing>()

/** One ring of keys for each database that this process works on: who signs and who checks see the same keys. */
export function keyRingOf(deps: Omit<CredentialDeps, 'config'>): KeyRing {
  const ring = rings.get(deps.db) ?? createKeyRing(deps)
  rings.set(deps.db, ring)
  return ring
}
