import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { eraseAccounts } from '#modules/accounts/index.ts'
import { eraseUserNumbers } from '#modules/analytics/index.ts'
import { eraseFromAudit } from '#modules/audit/index.ts'
import { eraseSlack } from '#modules/chat/index.ts'
import { eraseEvents } from '#modules/event-stream/index.ts'
import { eraseFromFlags } from '#modules/flags/index.ts'
import { eraseMedia } from '#modules/media/index.ts'
import { erasePosts } from '#modules/posts/index.ts'
import { eraseProfiles } from '#modules/profiles/index.ts'
import { erasePublications } from '#modules/publishing/index.ts'
import { revokeLinksBy } from '#modules/sharing/index.ts'
import { eraseWebhooks } from '#modules/webhooks/index.ts'

/**
 * Returns the erasers that delete a user permanently in one transaction. Every module that stores rows of an owner is
 * listed.
 */
export const erasersOf = (
  deps: Parameters<typeof eraseMedia>[0] & Parameters<typeof eraseSlack>[0],
): readonly ((tx: Tx, uid: UserId) => Promise<void>)[] => [
  // Metrics before their accounts, through which they are found.
  eraseUserNumbers,
  // While links still name their creators.
  (tx, uid) => revokeLinksBy(tx, uid),
  // Posts before their publications, and publications before the accounts.
  erasePosts,
  erasePublications,
  eraseAccounts,
  eraseProfiles,
  // After everything that uses files: posts are deleted with their profile.
  (tx, uid) => eraseMedia(deps, tx, uid),
  eraseWebhooks,
  (tx, uid) => eraseSlack(deps, tx, uid),
  eraseEvents,
  eraseFromFlags,
  eraseFromAudit,
]
