import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointForUse } from '../endpoints/endpoint-for.ts'
import { newSecret } from '../secrets/secret-text.ts'
import { maxOldSecrets } from '../state.ts'
import { updateEndpoint } from '../store/endpoints.ts'
import { insertSecret, retireSecrets } from '../store/secrets.ts'

/**
 * Creates a new secret, which signs from now on. During the grace period the previous secret signs too, so that
 * receivers can change over.
 */
export async function regenerateSecret(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'seal' | 'plans' | 'config' | 'outbound'>,
  caller: Caller,
  id: WebhookEndpointId,
  { graceHours }: { readonly graceHours: number },
): Promise<{ readonly secret: string }> {
  const { url, secret } = await inTx(deps.db, async (tx) => {
    const { ownerUid, url } = await endpointForUse(deps, tx, caller, id)
    const now = deps.clock.now()
    const secret = newSecret()
    await retireSecrets(tx, id, { now, expiresAt: after(now, hours(graceHours)), oldMost: maxOldSecrets })
    await insertSecret(tx, deps.seal, { endpointId: id, secret, now })
    await updateEndpoint(tx, id, { updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'webhook.secret_regenerated',
      subject: toWire('wh', id),
      changes: { graceHours: { from: null, to: graceHours } },
    })
    return { url, secret }
  })
  await tellReceiver(deps, url, secret)
  return { secret }
}
