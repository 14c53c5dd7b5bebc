import type { Tx } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Clock } from '#kernel/clock.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { findEndpoint, updateEndpoint } from '../store/endpoints.ts'
import { deleteSecret } from '../store/secrets.ts'
import { headersSealContext, secretSealContext } from './sealed.ts'

/** Columns that a rotation of SECRET_KEY reseals. */
export const sealedWebhookColumns: readonly SealedColumn[] = [
  { table: 'webhook_secret', column: 'sealed_secret', key: ['id'], boundTo: secretSealContext, giveUp: giveUpSecret },
  {
    table: 'webhook_endpoint',
    column: 'sealed_headers',
    key: ['id'],
    boundTo: headersSealContext,
    giveUp: giveUpHeaders,
  },
]

interface Deps {
  readonly clock: Clock
}

/**
 * Deletes a secret whose encryption key is lost and disables its endpoint, since nothing can be signed with it. The
 * owner can regenerate the secret and enable the endpoint.
 */
async function giveUpSecret(deps: Deps, tx: Tx, secretId = ''): Promise<void> {
  const endpointId = await deleteSecret(tx, secretId)
  if (endpointId) await switchOff(deps, tx, endpointId)
}

/**
 * Clears headers whose encryption key is lost and disables the endpoint: a receiver that needs these headers would
 * refuse every delivery.
 */
async function giveUpHeaders(deps: Deps, tx: Tx, endpointId?: string): Promise<void> {
  await switchOff(deps, tx, endpointId as WebhookEndpointId)
  await updateEndpoint(tx, endpointId as WebhookEndpointId, { sealedHeaders: null, updatedAt: deps.clock.now() })
}

async function switchOff({ clock }: Deps, tx: Tx, id: WebhookEndpointId): Promise<void> {
  const endpoint = await findEndpoint(tx, id)
  if (!endpoint?.active) return
  const at = clock.now()
  await updateEndpoint(tx, id, { active: false, disabledReason: 'by_hand', updatedAt: at })
  await writeAudit(tx, {
    at,
    caller: null,
    ownerUid: endpoint.ownerUid,
    action: 'webhook.switched_off',
    subject: toWire('wh', id),
    changes: { active: { from: true, to: false }, disabledReason: { from: null, to: 'by_hand' } },
  })
}
