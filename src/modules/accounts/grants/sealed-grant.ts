import type { JsonObject } from '#connectors/connector.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { clearUnreadableGrant } from './lose-grant.ts'
import type { GrantRow } from './store.ts'

const sealContext = (id: string): string => `network_grant:${id}`

/** Sealed column of grants, for the SECRET_KEY rotation. */
export const sealedGrants: SealedColumn = {
  table: 'network_grant',
  column: 'sealed_grant',
  key: ['id'],
  boundTo: sealContext,
  giveUp: (deps, tx, id = '') => clearUnreadableGrant(deps, tx, { id, sealedNothing: sealGrant(deps.seal, id, {}) }),
}

export const sealGrant = (seal: Seal, id: string, grant: JsonObject): Buffer =>
  seal.seal(JSON.stringify(grant), sealContext(id))

/** Decrypts a grant. `sealGrant` sealed it, so a connector created its content. */
export const openGrant = (seal: Seal, { id, sealedGrant }: Pick<GrantRow, 'id' | 'sealedGrant'>): JsonObject =>
  JSON.parse(seal.open(sealedGrant, sealContext(id)).toString('utf8')) as JsonObject
