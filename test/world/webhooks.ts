import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { TestContext } from 'node:test'
import { createDeliverer, type Deliverer, type DelivererDeps } from '#modules/webhooks/index.ts'
import type { Person, TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'
import { type Received, type Receiver, startReceiver } from '../servers/receiver.ts'
import { withKey } from './posts.ts'

/** Shared parts of webhook tests: endpoints, receivers, and the way a receiver verifies signatures. */

/** Calls with an API key, which does not expire when a test moves the clock. */
export const createWebhookKey = (t: TestApp, person: Person, more: object = {}): Promise<Client> =>
  withKey(t, person, ['webhooks:read', 'webhooks:write'], more)

export async function startReceiverFor(test: TestContext, answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  test.after(() => receiver[Symbol.asyncDispose]())
  return receiver
}

export interface CreatedWebhook {
  readonly id: string
  readonly secret: string
}

export async function createWebhook(client: Client, url: string, more: object = {}): Promise<CreatedWebhook> {
  const answer = await client.post('/v1/webhooks', { url, events: ['post.published'], ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The ID of the delivery. */
export async function sendTest(client: Client, id: string): Promise<string> {
  const answer = await client.post(`/v1/webhooks/${id}/test`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

export const readWebhook = async (client: Client, id: string) => (await client.get(`/v1/webhooks/${id}`)).body

export const readDelivery = async (client: Client, id: string, deliveryId: string) =>
  (await client.get(`/v1/webhooks/${id}/deliveries/${deliveryId}`)).body

export async function listDeliveries(client: Client, id: string, query = '') {
  const answer = await client.get(`/v1/webhooks/${id}/deliveries${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.deliveries
}

/** Creates another deliverer, as another process would. */
export const createOtherDeliverer = (t: TestApp, more: Partial<DelivererDeps> = {}): Deliverer =>
  createDeliverer({ ...t.deps, db: t.deps.engineDb, holder: 'another', random: () => 0, ...more })

/** Our own signature: over the raw bytes, keyed with the secret as written. */
const plainMac = (secret: string, { raw }: Received): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`

/** Computes the signature of Standard Webhooks: over ID, time and bytes, keyed with the decoded secret. */
function standardMac(secret: string, { raw, headers }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const head = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  return `v1,${createHmac('sha256', key).update(head).update(raw).digest('base64')}`
}

/** Checks all signatures of a delivery with these secrets, the current one first. */
export function assertSigned(one: Received | undefined, secrets: readonly string[], at: Date): void {
  assert.ok(one, 'nothing came')
  const [current = '', latest] = secrets
  assert.equal(one.headers['x-service-signature'], plainMac(current, one))
  const previous = latest === undefined ? undefined : plainMac(latest, one)
  assert.equal(one.headers['x-service-signature-previous'], previous)
  assert.equal(one.headers['webhook-timestamp'], String(Math.floor(at.getTime() / 1_000)))
  assert.equal(one.headers['webhook-id'], one.body.id)
  assert.equal(one.headers['webhook-signature'], secrets.map((secret) => standardMac(secret, one)).join(' '))
}
