import type { Tx } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { UserId } from '#kernel/ids.ts'
import { bindings } from './company/actions.ts'
import { deleteFlow, deleteSealedToken } from './company/store.ts'
import { sealedSigningKeys } from './provider/key-ring.ts'
import { abandonSecondFactor } from './second-factor/actions.ts'
import { pendingSecretBinding, secretBinding } from './second-factor/second-factor.ts'
import { deletePendingSecret } from './second-factor/store.ts'

/** Deletes a company sign-in in progress, so that the person starts again. */
const giveUpFlow = (tx: Tx, stateHash: string): Promise<void> =>
  deleteFlow(tx, Buffer.from(stateHash.replace(/^\\x/, ''), 'hex'))

/** The columns that a SECRET_KEY rotation reseals. */
export const sealedIdentityColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  {
    table: 'second_factor',
    column: 'sealed_secret',
    key: ['uid'],
    boundTo: secretBinding,
    giveUp: (deps, tx, uid) => abandonSecondFactor(deps, tx, uid as UserId),
  },
  {
    table: 'second_factor',
    column: 'sealed_pending_secret',
    key: ['uid'],
    boundTo: pendingSecretBinding,
    giveUp: (_deps, tx, uid) => deletePendingSecret(tx, uid as UserId),
  },
  {
    table: 'company_flow',
    column: 'sealed_id_token',
    key: ['state_hash'],
    boundTo: bindings.flow,
    giveUp: (_deps, tx, stateHash) => giveUpFlow(tx, stateHash),
  },
  {
    table: 'company_flow',
    column: 'sealed_person',
    key: ['state_hash'],
    boundTo: bindings.person,
    giveUp: (_deps, tx, stateHash) => giveUpFlow(tx, stateHash),
  },
  {
    table: 'company_session',
    column: 'sealed_id_token',
    key: ['session_id'],
    boundTo: bindings.session,
    // Signing out then has no effect at the provider.
    giveUp: (_deps, tx, sessionId) => deleteSealedToken(tx, sessionId),
  },
]
