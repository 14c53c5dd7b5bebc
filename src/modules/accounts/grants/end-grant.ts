import { CallFailed, type JsonObject } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { defineJob, type SealedJobField } from '#infra/queue/index.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { AccountDeps, CallDeps } from '../deps.ts'
import { httpFor } from '../network/http-for.ts'
import { openGrant } from './sealed-grant.ts'
import { type GrantRow, retireUnusedGrant } from './store.ts'

type Of = Pick<GrantRow, 'network' | 'mode'>

const callMs = seconds(20)

/** Revokes a grant at its network. A failed call is only logged. */
export async function endGrant(
  deps: CallDeps & Pick<AccountDeps, 'connectors' | 'log'>,
  { network, mode }: Of,
  grant: JsonObject,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const revoke = deps.connectors[network]?.auth.revoke
  if (!revoke) return
  const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
  try {
    await revoke(http, grant)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    deps.log.info(
      { event: 'accounts.revoke_failed', network, status: error.failure.status },
      'Grant could not be revoked at its network',
    )
  }
}

/** Revokes a grant that a newer sign-in has replaced at the network. */
export const endReplacedGrant = defineJob<Of & { readonly sealedGrant: string }>('accounts.end-replaced')
const jobSealContext = 'job accounts.end-replaced'

/** Sealed field of the job, for the SECRET_KEY rotation. */
export const sealedReplaced: SealedJobField = {
  job: endReplacedGrant.name,
  field: 'sealedGrant',
  boundTo: () => jobSealContext,
}

/** Enqueues revoking a grant that is about to be replaced, if revoking it leaves the new grant valid. */
export async function enqueueEndOfReplaced(
  { connectors, seal, queue }: Pick<AccountDeps, 'connectors' | 'seal' | 'queue'>,
  tx: Tx,
  replaced: GrantRow,
): Promise<void> {
  const { network, mode } = replaced
  if (!connectors[network]?.auth.endsAlone) return
  const grant = openGrant(seal, replaced)
  if (Object.keys(grant).length === 0) return
  const sealedGrant = seal.seal(JSON.stringify(grant), jobSealContext).toString('base64')
  await queue.enqueue(tx, endReplacedGrant, { network, mode, sealedGrant })
}

export const openReplacedGrant = ({ seal }: Pick<AccountDeps, 'seal'>, sealedGrant: string): JsonObject =>
  JSON.parse(seal.open(Buffer.from(sealedGrant, 'base64'), jobSealContext).toString('utf8')) as JsonObject

/** Revokes a grant that is no longer used at its network. */
export const revokeGrant = defineJob<{ readonly grantId: string }>('accounts.revoke')

/** Retires a grant if nothing uses it: the job revokes it at the network and wipes it. */
export async function retireGrantIfUnused(
  { queue }: Pick<AccountDeps, 'queue'>,
  tx: Tx,
  grantId: string,
): Promise<void> {
  if (await retireUnusedGrant(tx, grantId)) await queue.enqueue(tx, revokeGrant, { grantId })
}
