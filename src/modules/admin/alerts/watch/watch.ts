import { inTx } from '#infra/db/client.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'
import { type Finding, listUntold, markTold, settleFindings, takeWatch } from '#modules/alerts/index.ts'
import { listSetAside } from '#modules/mail/index.ts'
import type { WatchDeps } from '../../deps.ts'
import { readFigures } from './figures.ts'
import { createNoWrites } from './no-writes.ts'
import { tellAdministrators } from './tell.ts'
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
    const untold = await listUntold(tx)
    await tellAdministrators(deps, tx, untold)
    await markTold(
      tx,
      untold.map(({ id }) => id),
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
