import type { Edge } from '#infra/http/server.ts'
import { readBackups } from '#modules/backups/index.ts'
import { access, route } from '../access.ts'
import type { BackupDeps } from '../deps.ts'
import { backups } from './schema.ts'

export function backupRoutes(app: Edge, deps: BackupDeps): void {
  route(app, {
    get: '/v1/admin/backups',
    id: 'listBackups',
    summary: 'List backups',
    description:
      'Returns the schedule of automatic backups, how long one is overdue, and the latest complete backups in all ' +
      'locations. The files themselves are not checked.',
    access: access.superadminReads,
    answers: backups,
    does: async () => {
      const { plan, overdueSeconds, backups } = await readBackups(deps)
      return {
        schedule: plan && { place: plan.place, cron: plan.schedule, keep: plan.keep },
        overdueSeconds,
        backups: backups.map(({ isVerified: verified, ...backup }) => ({ ...backup, verified })),
      }
    },
  })
}
