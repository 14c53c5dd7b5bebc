import type { Db } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { countAccountsOfFullestProfile } from '#modules/accounts/index.ts'
import { countCaptions } from '#modules/captions/index.ts'
import { countStoredBytes } from '#modules/media/index.ts'
import { countProfiles } from '#modules/profiles/index.ts'
import { countEndpoints } from '#modules/webhooks/index.ts'

/** Counts a user's usage of each plan limit; `GET /v1/auth/usage` shows it. */
export const meters = {
  profiles: countProfiles,
  accountsPerProfile: countAccountsOfFullestProfile,
  aiCaptionsPerMonth: countCaptions,
  storageBytes: countStoredBytes,
  webhookEndpoints: async (db, uid) => (await countEndpoints(db, uid)).all,
} as const satisfies Record<string, (db: Db, uid: UserId) => Promise<number>>
