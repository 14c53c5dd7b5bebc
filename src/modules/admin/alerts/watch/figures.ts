import { before, hours } from '#kernel/clock.ts'
import { measureOverdue } from '#modules/backups/index.ts'
import { listEndingOperatorKeys } from '#modules/identity/index.ts'
import { findLastSeen, listPlaces, type Place } from '#modules/installation/index.ts'
import { findMailFailure } from '#modules/mail/index.ts'
import { listPauses } from '#modules/publishing/index.ts'
import { readStatus } from '../../crons/actions.ts'
import type { FigureDeps } from '../../deps.ts'
import { countDeliveries, countPublications, findOverduePost } from '../../queue/store.ts'
import { outcomesByNetwork } from '../../tallies/outcomes.ts'
import { sumDeliveries, sumPublications } from '../../tallies/store.ts'
import { findCertificate } from './store.ts'
import { type Figure, figureLabels, figures } from './thresholds.ts'

/** A share of fewer finished publications than this is not meaningful. */
const fewestEnds = 10

/** Reads every metric that an alert depends on. */
export async function readFigures(deps: FigureDeps): Promise<readonly Figure[]> {
  const { db, clock } = deps
  const now = clock.now()
  const lastHour = before(now, hours(1))
  // Sequentially: in parallel, they would each need a connection, which an idle process would open only for this.
  const queue = await countPublications(db)
  const pauses = await listPauses(db)
  const deliveries = await countDeliveries(db)
  const ended = await sumPublications(db, lastHour)
  const delivered = await sumDeliveries(db, lastHour)
  const places = await listPlaces(db, now)
  const lastSeen = await findLastSeen(db)
  const { crons } = await readStatus(deps)
  const overdue = await findOverduePost(db)
  const backupOverdue = await measureOverdue(deps)
  const mailFailure = await findMailFailure(db, now)
  const certificate = await findCertificate(db)
  const keys = await listEndingOperatorKeys(db, now)
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0)
  const secondsUntil = (at: Date) => (at.getTime() - now.getTime()) / 1_000
  const paused = new Set<string>(pauses.map(({ network }) => network))
  const sentOrFailed = delivered.delivered + delivered.failed
  return [
    ...queue.flatMap(({ network, oldestReadyAt, restsUntil }): Figure[] => [
      {
        name: 'posthorn_queue_oldest_seconds',
        labels: { network },
        // Work that an operator has paused is waiting on purpose.
        value: paused.has(network) ? 0 : secondsSince(oldestReadyAt),
      },
      { name: 'posthorn_network_resting', labels: { network }, value: restsUntil ? 1 : 0 },
    ]),
    { name: 'posthorn_posts_overdue_seconds', labels: {}, value: secondsSince(overdue) },
    { name: 'posthorn_delivery_oldest_seconds', labels: {}, value: secondsSince(deliveries.oldestReadyAt) },
    ...outcomesByNetwork(ended).map(
      ({ network, mode, published, failed, unknown }): Figure => ({
        name: 'posthorn_publish_failure_share',
        labels: { network, mode },
        value: shareOf(failed + unknown, published + failed + unknown),
      }),
    ),
    { name: 'posthorn_webhook_failure_share', labels: {}, value: shareOf(delivered.failed, sentOrFailed) },
    ...places.flatMap((place) => figuresOfPlace(place, secondsSince)),
    { name: 'posthorn_clock_back_seconds', labels: {}, value: lastSeen ? Math.max(0, secondsUntil(lastSeen)) : 0 },
    ...crons.map(
      ({ name, missedAt }): Figure => ({
        name: 'posthorn_cron_overdue_seconds',
        labels: { cron: name },
        value: secondsSince(missedAt),
      }),
    ),
    ...(backupOverdue === null
      ? []
      : [{ name: 'posthorn_backup_overdue_seconds' as const, labels: {}, value: backupOverdue }]),
    { name: 'posthorn_mail_failing_seconds', labels: {}, value: secondsSince(mailFailure) },
    ...(certificate ? [certificate] : []).map(
      ({ host, endsAt }): Figure => ({
        name: 'posthorn_certificate_left_seconds',
        labels: { host },
        value: secondsUntil(endsAt),
      }),
    ),
    ...keys.map(
      ({ displayPrefix, expiresAt }): Figure => ({
        name: 'posthorn_operator_key_left_seconds',
        labels: { key: displayPrefix },
        value: secondsUntil(expiresAt),
      }),
    ),
  ]
}

const shareOf = (part: number, whole: number): number => (whole < fewestEnds ? 0 : part / whole)

/** Returns the worst process per host and roles, so that killed processes cause one alert rather than one each. */
function figuresOfPlace({ host, roles, living, missing }: Place, secondsSince: (at: Date | null) => number): Figure[] {
  const labels = { host, roles }
  const silent = { name: 'posthorn_node_silent_seconds', labels } as const
  const seconds = [...living, ...missing].map(({ seenAt }) => secondsSince(seenAt))
  if (living.length === 0) return [{ ...silent, value: Math.max(0, ...seconds) }]
  const lost = living.map(({ databaseLostAt: at }) => (at ? Math.max(1, secondsSince(at)) : 0))
  const free = living.map(({ diskFreeBytes, diskTotalBytes }) => diskFreeBytes / Math.max(1, diskTotalBytes))
  const offsets = living.map(({ clockOffsetMs }) => Math.abs(clockOffsetMs) / 1_000)
  return [
    { ...silent, value: Math.max(...seconds) },
    { name: 'posthorn_database_lost_seconds', labels, value: Math.max(...lost) },
    { name: 'posthorn_disk_free_share', labels, value: Math.min(...free) },
    { name: 'posthorn_clock_offset_seconds', labels, value: Math.max(...offsets) },
  ]
}

/** Returns the metrics behind every alert for Prometheus, so that its rules can match the alerts. */
export const figuresFor = (deps: FigureDeps) => ({ all: figures, labels: figureLabels, read: () => readFigures(deps) })
