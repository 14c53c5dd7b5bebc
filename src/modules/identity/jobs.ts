import type { Db } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, type Clock, days } from '#kernel/clock.ts'
import { sendWelcome } from '#modules/mail/index.ts'
import { forgetDeparted } from './departed-store.ts'
import { deleteOldSessions } from './session-store.ts'
import { deleteOldInvites } from './store.ts'
import { userOf } from './user-store.ts'

/** Hears `user.created`. */
export const welcomeUser = defineJob<Heard<'user.created'>>('identity.welcome')

/** Drops what can no longer be used by anybody; a cron asks for it. */
export const sweepIdentity = defineJob('identity.sweep')

const keptAfterEndMs = days(1)
/** Longer than any provider's tokens are good for. */
const departedKnownMs = days(30)

export type IdentityJobDeps = { readonly db: Db; readonly clock: Clock } & Parameters<typeof sendWelcome>[0]

export function identityHandlers(deps: IdentityJobDeps): readonly Handled[] {
  return [
    handle(welcomeUser, async ({ ownerUid }) => {
      const user = await userOf(deps.db, ownerUid)
      if (user) await sendWelcome(deps, user)
    }),
    handle(sweepIdentity, async () => {
      const past = before(deps.clock.now(), keptAfterEndMs)
      await deleteOldSessions(deps.db, past)
      await deleteOldInvites(deps.db, past)
      await forgetDeparted(deps.db, before(deps.clock.now(), departedKnownMs))
    }),
  ]
}
