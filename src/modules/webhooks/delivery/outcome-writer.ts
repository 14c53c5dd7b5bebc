import type { Claim, HeldLane } from '#infra/claim/index.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { minutes } from '#kernel/clock.ts'
import { toWire } from '#kernel/ids.ts'
import { type InEvery, languageOf } from '#kernel/language.ts'
import { openPage } from '#kernel/pages.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import { postponeDue, type TakenDelivery } from '../store/lanes.ts'
import { type EndedAttempt, type SwitchedOffEndpoint, writeOutcomes } from '../store/outcomes.ts'
import { listOwnerAddresses } from '../store/owners.ts'
import type { Outcome } from './attempt.ts'
import type { DelivererDeps } from './deps.ts'
import { type Policy, switchOffAfter, waitAfter } from './policy.ts'

/** Writes the outcomes of attempts, many in one statement. Retries until the database is back. */
export interface OutcomeWriter {
  note(lane: HeldLane, taken: TakenDelivery, outcome: Outcome, headers: EndedAttempt['headers']): Promise<void>
  /** Fails a delivery permanently without sending it, for this reason. */
  refuse(lane: HeldLane, taken: TakenDelivery, why: string): Promise<void>
  /** Delays the due deliveries of a lane after an internal error, which would recur at once. */
  postponeDue(lane: HeldLane): Promise<void>
}

interface OutcomeWriterDeps extends DelivererDeps {
  readonly claim: Claim
  readonly dbGate: DbGate
  readonly policy: Policy
}

const mostAtOnce = 200
const postponeMs = minutes(1)

export function createOutcomeWriter(deps: OutcomeWriterDeps): OutcomeWriter {
  const { db, claim, dbGate, policy } = deps
  const random = deps.random ?? Math.random
  const write = (all: readonly EndedAttempt[]): Promise<void> =>
    inTx(db, async (tx) => notifyOwners(deps, tx, await writeOutcomes(tx, claim, all, switchOffAfter)))
  const noteOne = grouped<EndedAttempt, void>({
    together: async (all) => {
      await write(all)
      return new Map(all.map((one) => [one, undefined]))
    },
    // A second write changes nothing, since the attempt has ended by then.
    alone: (one) => dbGate.retryUntilUp(() => write([one])),
    inTurn: dbGate.once,
    most: mostAtOnce,
  })
  return {
    note: (lane, { id, attempt, failures }, { retryAfterMs, ...outcome }, headers) =>
      noteOne({
        lane,
        id,
        attempt,
        ...outcome,
        waitMs: outcome.ok || outcome.gone ? null : waitAfter(policy, failures + 1, { retryAfterMs, random }),
        headers,
      }),
    refuse: (lane, { id, attempt }, error) =>
      noteOne({
        lane,
        id,
        attempt,
        ok: false,
        gone: false,
        waitMs: null,
        responseStatus: null,
        responseBody: null,
        error,
        durationMs: 0,
        headers: {},
      }),
    postponeDue: (lane) => dbGate.retryUntilUp(() => postponeDue(db, lane.id, postponeMs)),
  }
}

type Say = (since: Date | null) => string
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const whyOff: InEvery<Readonly<Record<SwitchedOffEndpoint['disabledReason'], Say>>> = {
  en: {
    gone: () => 'the receiver returned 410 Gone',
    failing: (since) => `every attempt failed${since ? ` since ${minuteOf(since)}` : ''}`,
  },
  de: {
    gone: () => 'Die URL hat mit 410 Gone geantwortet',
    failing: (since) => `Jeder Versuch ist fehlgeschlagen${since ? `, seit ${minuteOf(since)}` : ''}`,
  },
  es: {
    gone: () => 'el endpoint respondió 410 Gone',
    failing: (since) => `todos los intentos fallaron${since ? ` desde el ${minuteOf(since)}` : ''}`,
  },
  fr: {
    gone: () => 'le récepteur a répondu 410 Gone',
    failing: (since) => `toutes les tentatives ont échoué${since ? ` depuis le ${minuteOf(since)}` : ''}`,
  },
}

/** Emails the owner of a disabled endpoint, since its webhooks no longer reach them. */
async function notifyOwners(
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
    const why = whyOff[languageOf(owner.locale)][disabledReason](failingSince)
    const values = {
      name: owner.name,
      endpoint: withoutQuery(url),
      why,
      link: openPage(deps.config, `settings/webhooks/${toWire('wh', id)}`),
      url: deps.config.publicUrl,
    }
    await queueMail(deps, tx, { to: owner.email, locale: owner.locale, template: 'webhook-off', values })
  }
}

/** Removes the query of a URL, which may contain an owner's token. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? url
