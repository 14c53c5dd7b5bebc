import type { AlertDeps } from './alerts/deps.ts'
import type { AuditLogDeps } from './audit-log/deps.ts'
import type { BusinessDeps } from './business/routes.ts'
import type { CronDeps } from './crons/deps.ts'
import type { MailTemplateDeps } from './mail-templates/deps.ts'
import type { OverviewDeps } from './overview/deps.ts'
import type { PlatformDeps } from './platforms/deps.ts'
import type { QueueDeps } from './queue/deps.ts'
import type { SelfTestDeps } from './self-tests/deps.ts'
import type { TicketDeps } from './tickets/deps.ts'
import type { UpkeepDeps } from './upkeep/deps.ts'
import type { UserDeps } from './users/deps.ts'

/** The objects that the parts of this module need. Each part declares its own. */
export type AdminDeps = UpkeepDeps &
  TicketDeps &
  CronDeps &
  AlertDeps &
  OverviewDeps &
  PlatformDeps &
  QueueDeps &
  UserDeps &
  AuditLogDeps &
  BusinessDeps &
  MailTemplateDeps &
  SelfTestDeps
