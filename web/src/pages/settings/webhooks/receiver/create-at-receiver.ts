import { api } from '#web/app/api.ts'
import type { Messages } from '#web/i18n/index.ts'
import { randomKey } from '#web/lib/browser/random-key.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { keepSecret } from '../proof/kept-secrets.ts'
import { type EventName, refreshDeliveries } from '../webhook-queries.ts'

/**
 * Creates a webhook for all events at a receiver of the sandbox, to which the service hands the secret. Returns its id,
 * or null where no sandbox runs.
 */
export async function createAtReceiver(names: Messages['webhooks']['names']): Promise<string | null> {
  const url = findReceiver(newName())
  if (url === null) return null
  // A test is sent whether or not it is chosen.
  const { 'webhook.test': _, ...chosen } = names
  const { id, secret } = await api.createWebhook({ url, events: Object.keys(chosen) as EventName[] })
  keepSecret(id, secret)
  await refreshDeliveries()
  return id
}

/** Each webhook has its own receiver, since a receiver knows one secret. */
const newName = (): string => `inbox-${randomKey().slice(0, 6)}`
