import type { SealedColumn } from '#infra/db/reseal.ts'
import { sealedSigningKeys } from './key-ring.ts'
import { pendingSecretPlace, secretPlace } from './second-factor.ts'

/** What a rotation of SECRET_KEY has to seal anew. */
export const sealedIdentityColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  { table: 'second_factor', column: 'sealed_secret', key: ['uid'], boundTo: secretPlace },
  { table: 'second_factor', column: 'sealed_pending_secret', key: ['uid'], boundTo: pendingSecretPlace },
]
