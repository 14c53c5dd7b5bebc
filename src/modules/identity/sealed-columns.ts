import type { SealedColumn } from '#infra/db/reseal.ts'
import type { UserId } from '#kernel/ids.ts'
import { sealedSigningKeys } from './provider/key-ring.ts'
import { giveUpSecondFactor } from './second-factor/actions/remove-second-factor.ts'
import { pendingSecretPlace, secretPlace } from './second-factor/second-factor.ts'
import { deletePendingSecret } from './second-factor/store.ts'

/** The columns that a rotation of SECRET_KEY seals again. */
export const sealedIdentityColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  {
    table: 'second_factor',
    column: 'sealed_secret',
    key: ['uid'],
    boundTo: secretPlace,
    giveUp: (deps, tx, uid) => giveUpSecondFactor(deps, tx, uid as UserId),
  },
  {
    table: 'second_factor',
    column: 'sealed_pending_secret',
    key: ['uid'],
    boundTo: pendingSecretPlace,
    giveUp: (_deps, tx, uid) => deletePendingSecret(tx, uid as UserId),
  },
]
