import type { HeldLane } from '#infra/claim/index.ts'
import { type EventId, toWire, type WebhookDeliveryId } from '#kernel/ids.ts'
import { type OwnHeaders, openHeaders, openSecret } from '../secrets/sealed.ts'
import { secretPrefix, signedHeaders } from '../secrets/sign.ts'
import type { EndpointForDelivery, TakenDelivery } from '../store/lanes.ts'
import { attempt } from './attempt.ts'
import type { DelivererDeps } from './deps.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import type { Policy } from './policy.ts'

interface SendDeps extends Pick<DelivererDeps, 'seal' | 'clock' | 'webhookHttp'> {
  readonly policy: Policy
  readonly outcomes: OutcomeWriter
}

/** Signs and sends one delivery, and writes the outcome. Fails a delivery that must not be sent. */
export async function sendDelivery(
  deps: SendDeps,
  lane: HeldLane,
  endpoint: EndpointForDelivery,
  taken: TakenDelivery,
): Promise<void> {
  const { seal, clock, policy, outcomes } = deps
  if (taken.body === null) return outcomes.refuse(lane, taken, reasons.tooOld)
  // The previous attempt is logged, and its outcome is unknown.
  if (taken.ownId && taken.attempt > 1) return outcomes.refuse(lane, taken, reasons.interrupted)
  const own = openHeaders(seal, endpoint.id, endpoint.sealedHeaders)
  const [current, ...previous] = endpoint.secrets.map(({ id, sealedSecret }) => openSecret(seal, id, sealedSecret))
  if (current === undefined) return outcomes.refuse(lane, taken, reasons.noSecret)
  const { id, body } = buildSentBody(taken, taken.body)
  const signed = signedHeaders({ id, type: taken.eventType, body, at: clock.now(), secrets: { current, previous } })
  const outcome = await attempt(deps, {
    url: endpoint.url,
    headers: { ...own, ...signed },
    body,
    timeoutMs: policy.timeoutMs,
    signal: lane.signal,
    hidden: listSecretsToHide(own, [current, ...previous]),
  })
  await outcomes.note(lane, taken, outcome, { ...masked(own), ...signed })
}

const reasons = {
  tooOld: 'This event is older than 30 days and has been deleted.',
  noSecret: 'This webhook has no signing secret. Create one, then resend.',
  interrupted:
    'The previous attempt was interrupted, so the event may have arrived. WEBHOOK_POLICY=once never sends twice. ' +
    'Replay the delivery if you need it.',
}

const masked = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, '•••']))

/** Shorter values are not secrets, and hiding them would blank such letters everywhere in a response. */
const lengthMin = 4

/**
 * Returns the values to hide in a receiver's responses: the owner's headers and the secrets. Also the part after the
 * scheme of an `Authorization` header, and a secret without its prefix, since receivers store them in this form.
 */
function listSecretsToHide(own: OwnHeaders, secrets: readonly string[]): readonly string[] {
  const values = Object.values(own)
  const words = [
    ...values,
    ...values.map((value) => value.slice(value.indexOf(' ') + 1)),
    ...secrets,
    ...secrets.map((secret) => secret.slice(secretPrefix.length)),
  ]
  // Longest first: replacing a part must not leave the rest of a longer value visible.
  return [...new Set(words)].filter(({ length }) => length >= lengthMin).sort((a, b) => b.length - a.length)
}

interface Shown {
  readonly id: WebhookDeliveryId
  readonly eventId: EventId
  readonly ownId: boolean
}

/** Returns the bytes to send: the stored ones, with the delivery's ID if each delivery has a separate one. */
export function buildSentBody(
  { id, eventId, ownId }: Shown,
  stored: string,
): { readonly id: string; readonly body: string } {
  const ofEvent = toWire('evt', eventId)
  if (!ownId) return { id: ofEvent, body: stored }
  const own = toWire('evt', id)
  return { id: own, body: stored.replace(ofEvent, own) }
}
