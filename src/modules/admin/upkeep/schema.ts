import { z } from 'zod'

const count = z.int().nonnegative()

export const synced = z.strictObject({ accounts: count, posts: count }).meta({ id: 'SyncedMetrics' })
export const retried = z.strictObject({ retried: count }).meta({ id: 'RetriedDeliveries' })
export const refreshed = z
  .strictObject({ checked: count, refreshed: count, failed: count })
  .meta({ id: 'RefreshedConnections' })
