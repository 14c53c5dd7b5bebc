import type { Edge } from '#infra/http/server.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { backupRoutes } from './backups/routes.ts'
import { businessRoutes } from './business/routes.ts'
import { cronRoutes } from './crons/routes.ts'
import type { AdminDeps } from './deps.ts'
import { mailTemplateRoutes } from './mail-templates/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { platformRoutes } from './platforms/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { selfTestRoutes } from './self-tests/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { upkeepRoutes } from './upkeep/routes.ts'
import { userRoutes } from './users/routes.ts'

/** Adds the routes of each part. */
export function adminRoutes(app: Edge, deps: AdminDeps): void {
  overviewRoutes(app, deps)
  queueRoutes(app, deps)
  alertRoutes(app, deps)
  cronRoutes(app, deps)
  ticketRoutes(app, deps)
  upkeepRoutes(app, deps)
  backupRoutes(app, deps)
  platformRoutes(app, deps)
  userRoutes(app, deps)
  mailTemplateRoutes(app, deps)
  auditLogRoutes(app, deps)
  businessRoutes(app, deps)
  selfTestRoutes(app, deps)
}
