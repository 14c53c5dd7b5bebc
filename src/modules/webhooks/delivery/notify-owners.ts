import type { Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { SwitchedOffEndpoint } from '../store/outcomes.ts'
import { listOwnerAddresses } from '../store/owners.ts'
import type { DelivererDeps } from './deps.ts'

type Say = (since: Date | null) => string
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const english: Readonly<Record<SwitchedOffEndpoint['disabledReason'], Say>> = {
  gone: () => 'the receiver returned 410 Gone',
  failing: (since) => `every attempt failed${since ? ` since ${minuteOf(since)}` : ''}`,
}
const german: typeof english = {
  gone: () => 'Der Empfänger hat mit 410 Gone geantwortet',
  failing: (since) => `Jeder Versuch ist gescheitert${since ? `, seit ${minuteOf(since)}` : ''}`,
}

/** Mails the owner of an endpoint that was switched off, since its webhooks no longer reach them. */
export async function notifyOwners(
  deps: Pick<DelivererDeps, 'clock' | 'queue' | 'seal' | 'config'>,
  tx: Tx,
  all: readonly SwitchedOffEndpoint[],
): Promise<void> {
  if (all.length === 0) return
  const owners = await listOwnerAddresses(
    tx,
    all.map(({ ownerUid }) => ownerUid),
  )
  for (const { id, ownerUid, url, disabledReason, failingSince } of all) {
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller: null,
      ownerUid,
      action: 'webhook.switched_off',
      subject: toWire('wh', id),
      changes: { active: { from: true, to: false }, disabledReason: { from: null, to: disabledReason } },
    })
    const owner = owners.get(ownerUid)
    if (!owner?.email) continue
    const why = (languageOf(owner.locale) === 'de' ? german : english)[disabledReason](failingSince)
    const values = { name: owner.name, endpoint: withoutQuery(url), why, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to: owner.email, locale: owner.locale, template: 'webhook-off', values })
  }
}

/** Removes the query of a URL, where some owners keep a token. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? url
