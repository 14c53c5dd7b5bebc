import { inTx, type Tx } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire, type UserId, type WebhookEndpointId } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { getLimit, requireRoom } from '#modules/plans/index.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { wakeEndpoint } from '../job-names.ts'
import type { EndpointInput, EndpointsQuery, NewEndpointInput } from '../schema.ts'
import { isSecret, newSecret, type OwnHeaders, openHeaders, sealHeaders } from '../secrets/sealed.ts'
import { maxOldSecrets } from '../state.ts'
import {
  countEndpoints,
  type Endpoint,
  type EndpointChanges,
  insertEndpoint,
  listEndpoints,
  pauseSurplus,
  deleteEndpoint as removeEndpoint,
  updateEndpoint,
} from '../store/endpoints.ts'
import { lockOwner } from '../store/owners.ts'
import { insertSecret, retireSecrets } from '../store/secrets.ts'
import { endpointFor, endpointForUse } from './endpoint-for.ts'

/** Creates an endpoint. The caller has already checked the URL outside of any transaction, since DNS is slow. */
export async function createEndpoint(
  deps: WebhookDeps,
  tx: Tx,
  caller: Caller,
  input: NewEndpointInput,
): Promise<PresentedEndpoint & { readonly secret: string }> {
  const owner = (await lockOwner(tx, caller.uid)) ?? refuse('unauthenticated')
  requireRoom(deps.plans, owner.plan, 'webhookEndpoints', (await countEndpoints(tx, caller.uid)).all)
  const now = deps.clock.now()
  const id = newId<'wh'>(now)
  const headers = input.headers ?? {}
  const endpoint = await insertEndpoint(tx, {
    id,
    ownerUid: caller.uid,
    url: input.url,
    events: input.events,
    profileIds: caller.onlyProfiles ? [...caller.onlyProfiles] : null,
    sealedHeaders: sealHeaders(deps.seal, id, headers),
    createdAt: now,
    updatedAt: now,
  })
  const secret = newSecret()
  await insertSecret(tx, deps.seal, { endpointId: id, secret, now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: caller.uid,
    action: 'webhook.created',
    subject: toWire('wh', id),
  })
  return { ...presentEndpoint(deps, endpoint), secret }
}

type Deps = Pick<WebhookDeps, 'db' | 'seal'>

export async function readEndpoints(deps: Deps, caller: Caller, query: EndpointsQuery): Promise<PresentedEndpoint[]> {
  const { uid, onlyProfiles } = caller
  return (await listEndpoints(deps.db, uid, { onlyProfiles, ...query })).map((one) => presentEndpoint(deps, one))
}

export const readEndpoint = async (deps: Deps, caller: Caller, id: WebhookEndpointId): Promise<PresentedEndpoint> =>
  presentEndpoint(deps, await endpointFor(deps.db, caller, id))

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

/** Refuses an endpoint over the plan's limit. A paused endpoint does not count; one that is enabled again does. */
async function requireEndpointRoom(deps: WebhookDeps, tx: Tx, caller: Caller, plan: string): Promise<void> {
  requireRoom(deps.plans, plan, 'webhookEndpoints', (await countEndpoints(tx, caller.uid)).active)
}

type AuditChanges = Record<string, { readonly from: Json; readonly to: Json }>

/** Returns the changed fields, and their audit entry. A field with its current value is not a change. */
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

/**
 * Creates a new secret, which signs from now on. During the grace period the previous secret also signs, so that
 * receivers can switch.
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

/** Deletes an endpoint. Its pending deliveries are never sent, since deliveries without an endpoint are not claimed. */
export function deleteEndpoint(
  deps: Pick<WebhookDeps, 'db' | 'clock'>,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const { ownerUid } = await endpointFor(tx, caller, id)
    await removeEndpoint(tx, id)
    const at = deps.clock.now()
    await writeAudit(tx, { at, caller, ownerUid, action: 'webhook.deleted', subject: toWire('wh', id) })
  })
}

/** Pauses the endpoints over the limit of a new plan, newest first. */
export async function pauseBeyondPlan(
  deps: Pick<WebhookDeps, 'clock' | 'plans'>,
  tx: Tx,
  { ownerUid, plan }: { readonly ownerUid: UserId; readonly plan: string },
): Promise<void> {
  const most = getLimit(deps.plans, plan, 'webhookEndpoints')
  if (most === null) return
  const at = deps.clock.now()
  for (const id of await pauseSurplus(tx, ownerUid, most, at)) {
    await writeAudit(tx, {
      at,
      caller: null,
      ownerUid,
      action: 'webhook.switched_off',
      subject: toWire('wh', id),
      changes: { active: { from: true, to: false }, disabledReason: { from: null, to: 'plan' } },
    })
  }
}

/** Masks a header's value so that it can be recognized but not used. */
const masked = (value: string): string => (value.length < 12 ? '••••' : `••••${value.slice(-4)}`)

function presentEndpoint(deps: { readonly seal: Pick<Seal, 'open'> }, endpoint: Endpoint) {
  const headers = openHeaders(deps.seal, endpoint.id, endpoint.sealedHeaders)
  return {
    ...endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
  }
}

type PresentedEndpoint = ReturnType<typeof presentEndpoint>
