import { inTx, type Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, days, hours } from '#kernel/clock.ts'
import type { EventOf } from '#kernel/events.ts'
import { queueMail, takeRecipientAllowance } from '#modules/mail/index.ts'
import { listCurrentGuests } from '#modules/posts/index.ts'
import type { GuestDeps } from './deps.ts'
import { deletePast, takeUnmailed } from './portal/store.ts'
import { tokenSealContext } from './token.ts'

/** Deletes past devices and codes. Enqueued by a cron. */
export const sweepGuests = defineJob('guests.sweep')

/** Emails guests that a post needs their approval. Enqueued by the event. */
export const mailGuests = defineJob<EventOf<'post.approval_requested'>>('guests.mail')

export const guestHandlers = (deps: GuestDeps): readonly Handled[] => [
  handle(sweepGuests, () => deletePast(deps.db, before(deps.clock.now(), days(1)))),
  handle(mailGuests, (event) => inTx(deps.db, (tx) => mailWaitingGuests(deps, tx, event))),
]

const mailsEveryMs = hours(12)

/**
 * Emails the guests of a post’s current step that posts need their approval, once in 12 hours at most. An address that
 * many guests have gets only some of these emails.
 */
async function mailWaitingGuests(
  deps: GuestDeps,
  tx: Tx,
  { postId }: EventOf<'post.approval_requested'>,
): Promise<void> {
  const ids = await listCurrentGuests(deps, tx, postId)
  if (ids.length === 0) return
  const now = deps.clock.now()
  for (const guest of await takeUnmailed(tx, ids, postId, { now, since: before(now, mailsEveryMs) })) {
    const { id, name, email: to, language: locale, profileName: profile, sealedToken } = guest
    if ((await takeRecipientAllowance(tx, to, 'guest-waiting', now)).kind === 'used-up') continue
    const portalToken = deps.seal.open(sealedToken, tokenSealContext(id)).toString('utf8')
    const values = { name, profile, portalToken, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to, locale, template: 'guest-waiting', values })
  }
}
