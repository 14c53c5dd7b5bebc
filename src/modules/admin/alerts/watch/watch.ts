import { hostname } from 'node:os'
import { inTx } from '#infra/db/client.ts'
import { takesNoWrites } from '#infra/db/faults.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import {
  type Finding,
  isWanted,
  listAdministrators,
  listUnannounced,
  markAnnounced,
  type NewAlert,
  settleFindings,
  takeWatch,
} from '#modules/alerts/index.ts'
import { listSetAside, sendMailNow } from '#modules/mail/index.ts'
import type { WatchDeps } from '../../deps.ts'
import { readFigures } from './figures.ts'
import { sayAlert, tellAdministrators } from './tell.ts'
import { type Figure, isBeyond, thresholdOf } from './thresholds.ts'

const everyMs = 30_000

/**
 * Watches the service: compares its metrics with their thresholds, raises and closes alerts, and notifies the
 * administrators. Every worker watches, but only one at a time does the work. It depends on neither jobs nor crons, so
 * it notices when they stop.
 */
export function createWatch(deps: WatchDeps): Ticker {
  const noWrites = createNoWrites(deps)
  return createTicker(
    everyMs,
    () => noWrites.during(() => watchOnce(deps)),
    (error) => deps.log.warn({ event: 'alerts.watch_failed', err: error }, 'Alert conditions could not be checked'),
  )
}

async function watchOnce(deps: WatchDeps): Promise<void> {
  const figures = (await readFigures(deps)).filter(isBeyond).map(toFinding)
  const findings = [...figures, ...(await listSetAside(deps.db)).map(toTemplateFinding)]
  await inTx(deps.db, async (tx) => {
    if (!(await takeWatch(tx))) return
    const at = deps.clock.now()
    await settleFindings(tx, findings, at)
    const unannounced = await listUnannounced(tx)
    await tellAdministrators(deps, tx, unannounced)
    await markAnnounced(
      tx,
      unannounced.map(({ id }) => id),
      at,
    )
  })
}

const toTemplateFinding = (name: string): Finding => ({
  kind: 'mail_template_set_aside',
  severity: 'warning',
  subject: name,
  message: `The changed email template ${name} breaks the rules of this version, so the built-in one is sent. Save it again or reset it. The audit log has its text.`,
})

function toFinding(figure: Figure): Finding {
  const { kind, severity, message } = thresholdOf(figure.name)
  return { kind, severity, subject: Object.values(figure.labels).join(' ') || null, message: message(figure) }
}

interface NoWrites {
  /** Runs a round of checks, and notifies if the database rejects writes a second time in a row. */
  during(watch: () => Promise<void>): Promise<void>
}

/**
 * Notifies of a database that rejects writes, which cannot store alerts, events or jobs. The log and an email to each
 * administrator do not need them. Webhooks and chats do, so they report `database_unreachable` when the database
 * accepts writes again. A failover is shorter than the pause between two rounds.
 */
function createNoWrites(deps: WatchDeps): NoWrites {
  const notified = new Set<UserId>()
  let rounds = 0

  async function notify(): Promise<void> {
    const alert = alertOf(deps.clock.now())
    deps.log.error({ event: 'alerts.database_takes_no_writes' }, alert.message)
    for (const { uid, address, name, locale, ...prefs } of await listAdministrators(deps.db)) {
      if (address === null || notified.has(uid) || !prefs.email || !isWanted(alert, prefs)) continue
      const values = { name, ...sayAlert(alert, languageOf(locale)), url: deps.config.publicUrl }
      const mail = { id: newId(alert.at), to: address, locale, template: 'alert-raised', values } as const
      try {
        await sendMailNow(deps, mail)
        notified.add(uid)
      } catch (error) {
        deps.log.warn({ event: 'alerts.mail_failed', err: error }, 'Email about the database could not be sent')
      }
    }
  }

  return {
    async during(watch) {
      try {
        await watch()
        rounds = 0
        notified.clear()
      } catch (error) {
        rounds = takesNoWrites(error) ? rounds + 1 : 0
        if (rounds >= 2) await notify()
        throw error
      }
    },
  }
}

const alertOf = (at: Date): NewAlert<'database_unreachable'> & { readonly raisedBy: null } => ({
  at,
  kind: 'database_unreachable',
  severity: 'critical',
  subject: hostname(),
  message:
    'The database accepts no writes, so no post is published and no change is saved. It is read-only, or its disk is ' +
    'full. Posthorn continues when it accepts writes again.',
  raisedBy: null,
})
