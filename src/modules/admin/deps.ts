import type { OverviewDeps } from './overview/deps.ts'
import type { QueueDeps } from './queue/deps.ts'

/** The objects that the rooms of this module need. Each room declares its own. */
export type AdminDeps = OverviewDeps & QueueDeps
