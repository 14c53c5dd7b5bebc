import type { ReceivedEvent } from '#infra/events/index.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { seconds } from '#kernel/clock.ts'
import { disconnectTrashedProfile } from './actions/disconnect-account.ts'
import type { AccountDeps } from './deps.ts'
import { fetchAccountFace, saveAccountFace } from './faces/fetch-account-face.ts'
import { refreshEndingGrants, revokeRetiredGrant } from './grants/actions.ts'
import { endGrant, endReplacedGrant, openReplacedGrant, revokeGrant } from './grants/end-grant.ts'

/** Renews the grants that expire soon, so that publishing never waits for a renewal. A cron enqueues it. */
export const refreshGrants = defineJob('accounts.refresh', { retries: 0, expireAfterMs: seconds(600) })

/** Handles `profile.deleted`: a profile in the trash has no connected accounts. */
export const disconnectProfile = defineJob<ReceivedEvent<'profile.deleted'>>('accounts.leave-profile')

export const accountHandlers = (deps: AccountDeps): readonly Handled[] => [
  handle(endReplacedGrant, ({ sealedGrant, ...of }, { signal }) =>
    endGrant(deps, of, openReplacedGrant(deps, sealedGrant), signal),
  ),
  handle(revokeGrant, ({ grantId }, { signal }) => revokeRetiredGrant(deps, grantId, signal)),
  handle(refreshGrants, async (_data, { signal }) => void (await refreshEndingGrants(deps, signal))),
  handle(fetchAccountFace, ({ accountId }, { signal }) => saveAccountFace(deps, accountId, signal)),
  handle(disconnectProfile, ({ profileId }) => disconnectTrashedProfile(deps, profileId)),
]
