import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireRoom } from '#modules/plans/index.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointForUse } from '../endpoints/endpoint-for.ts'
import { type PresentedEndpoint, presentEndpoint } from '../endpoints/present.ts'
import { wakeEndpoint } from '../job-names.ts'
import type { EndpointInput } from '../schema.ts'
import { type OwnHeaders, openHeaders, sealHeaders } from '../secrets/sealed.ts'
import { isSecret } from '../secrets/secret-text.ts'
import { maxOldSecrets } from '../state.ts'
import { countEndpoints, type Endpoint, type EndpointChanges, updateEndpoint } from '../store/endpoints.ts'
import { lockOwner } from '../store/owners.ts'
import { insertSecret, retireSecrets } from '../store/secrets.ts'

const graceMs = hours(24)

export async function changeEndpoint(
  deps: WebhookDeps,
  caller: Caller,
  id: WebhookEndpointId,
  { secret, ...input }: EndpointInput,
): Promise<PresentedEndpoint> {
  if (input.url !== undefined) {
    refuse('webhook_url_immutable', { detail: 'Create an endpoint with the new URL and delete this one.' })
  }
  if (secret !== undefined && !isSecret(secret)) {
    refuse('webhook_secret_invalid', { detail: 'The secret must be `whsec_` followed by 24 to 64 bytes in base64.' })
  }
  const changed = await inTx(deps.db, async (tx) => {
    // Lock order everywhere: the owner, then the endpoint.
    const owner = input.active ? ((await lockOwner(tx, caller.uid)) ?? refuse('unauthenticated')) : null
    const endpoint = await endpointForUse(deps, tx, caller, id)
    if (owner && !endpoint.active) await requireEndpointRoom(deps, tx, caller, owner.plan)
    const now = deps.clock.now()
    const { changes, auditChanges } = diffEndpoint(deps, endpoint, input)
    if (secret !== undefined) {
      await retireSecrets(tx, id, { now, expiresAt: after(now, graceMs), oldMost: maxOldSecrets })
      await insertSecret(tx, deps.seal, { endpointId: id, secret, now })
      auditChanges.secret = { from: '•••', to: '•••' }
    }
    if (Object.keys(auditChanges).length === 0) return presentEndpoint(deps, endpoint)
    const changed = await updateEndpoint(tx, id, { ...changes, updatedAt: now })
    if (changed.active && !endpoint.active) await deps.queue.enqueue(tx, wakeEndpoint, { endpointId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: endpoint.ownerUid,
      action: 'webhook.updated',
      subject: toWire('wh', id),
      changes: auditChanges,
    })
    return presentEndpoint(deps, changed)
  })
  if (secret !== undefined) await tellReceiver(deps, changed.url, secret)
  return changed
}

/**
 * Refuses a place over the plan's limit. A paused endpoint takes no place; an endpoint that is switched on again does.
 */
async function requireEndpointRoom(deps: WebhookDeps, tx: Tx, caller: Caller, plan: string): Promise<void> {
  requireRoom(deps.plans, plan, 'webhookEndpoints', (await countEndpoints(tx, caller.uid)).active)
}

type AuditChanges = Record<string, { readonly from: Json; readonly to: Json }>

/** Returns the changed fields, and their audit entry. A field that is sent with its present value is no change. */
function diffEndpoint(
  { seal }: Pick<WebhookDeps, 'seal'>,
  endpoint: Endpoint,
  { events, headers, active }: Omit<EndpointInput, 'secret' | 'url'>,
): { changes: Omit<EndpointChanges, 'updatedAt'>; auditChanges: AuditChanges } {
  const auditChanges: AuditChanges = {}
  let changes: Omit<EndpointChanges, 'updatedAt'> = {}
  if (events && events.join() !== endpoint.events.join()) {
    changes = { ...changes, events }
    auditChanges.events = { from: endpoint.events, to: events }
  }
  if (headers !== undefined) {
    const wanted: OwnHeaders = headers ?? {}
    const before = openHeaders(seal, endpoint.id, endpoint.sealedHeaders)
    if (JSON.stringify(wanted) !== JSON.stringify(before)) {
      changes = { ...changes, sealedHeaders: sealHeaders(seal, endpoint.id, wanted) }
      auditChanges.headers = { from: Object.keys(before), to: Object.keys(wanted) }
    }
  }
  if (active !== undefined && active !== endpoint.active) {
    changes = { ...changes, active, disabledReason: active ? null : 'by_hand' }
    auditChanges.active = { from: endpoint.active, to: active }
  }
  return { changes, auditChanges }
}
