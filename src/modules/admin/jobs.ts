import { inTx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, type Clock, days } from '#kernel/clock.ts'
import { forgetNodes } from '#modules/installation/index.ts'
import { type CertificateDeps, lookAtCertificate } from './alerts/watch/look-at-certificate.ts'
import { foldTallies } from './tallies/store.ts'

/** Merges the administration's tallies, and deletes old ones. A cron enqueues it. */
export const foldCounts = defineJob('administration.fold')

/** Checks the certificate of the public URL. A cron enqueues it. */
export const watchCertificate = defineJob('administration.certificate')

const talliesKeptMs = days(400)
const nodesKeptMs = days(7)

interface AdminJobDeps extends CertificateDeps {
  readonly clock: Clock
}

export const adminHandlers = ({ db, clock, ...deps }: AdminJobDeps): readonly Handled[] => [
  handle(watchCertificate, () => lookAtCertificate({ ...deps, db })),
  handle(foldCounts, async () => {
    const now = clock.now()
    await inTx(db, (tx) => foldTallies(tx, before(now, talliesKeptMs)))
    await forgetNodes(db, before(now, nodesKeptMs))
  }),
]
