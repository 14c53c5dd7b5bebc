import { inTx, type Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { after, before, days, hours } from '#kernel/clock.ts'
import type { EventOf } from '#kernel/events.ts'
import { toWire } from '#kernel/ids.ts'
import { eraseSubjectFromAudit, writeAudit } from '#modules/audit/index.ts'
import { queueMail, takeRecipientAllowance } from '#modules/mail/index.ts'
import { noteNewTurns, noteTurnsOfPost } from '#modules/posts/index.ts'
import type { GuestDeps } from './deps.ts'
import { deletePast, noteMail, takeDueGuest } from './portal/store.ts'
import { findTurn } from './portal/turns.ts'
import { takeDeparted } from './store.ts'
import { tokenSealContext } from './token.ts'

/**
 * Deletes past devices and codes, and erases the names and addresses of deleted guests from the audit log. Enqueued by a
 * cron.
 */
export const sweepGuests = defineJob('guests.sweep')

/** Emails guests that a post needs their approval. Enqueued by the event. */
export const mailGuests = defineJob<EventOf<'post.approval_requested'>>('guests.mail')

/** Emails guests for whom posts were scheduled, or who were emailed too lately to get an email at once. Enqueued by a cron. */
export const catchUpGuests = defineJob('guests.catch-up')

/** Posts that became open this long ago are found. A worker that was off for longer leaves them to the reminders. */
const looksBackMs = hours(2)

export const guestHandlers = (deps: GuestDeps): readonly Handled[] => [
  handle(sweepGuests, async (_data, { signal }) => {
    await deletePast(deps.db, before(deps.clock.now(), days(1)))
    while (!signal.aborted && (await eraseDeparted(deps)) === atOnce);
  }),
  handle(mailGuests, async ({ postId }, { signal }) => {
    await noteTurnsOfPost(deps, deps.db, postId)
    await mailDueGuests(deps, signal)
  }),
  handle(catchUpGuests, async (_data, { signal }) => {
    await noteNewTurns(deps, before(deps.clock.now(), looksBackMs), signal)
    await mailDueGuests(deps, signal)
  }),
]

const atOnce = 100

/** Erases what the audit log says about guests who were deleted with their post or their profile, as it does for users. */
const eraseDeparted = ({ db, clock }: Pick<GuestDeps, 'db' | 'clock'>): Promise<number> =>
  inTx(db, async (tx) => {
    const guests = await takeDeparted(tx, atOnce)
    for (const { id, ownerUid } of guests) {
      const subject = toWire('gst', id)
      await eraseSubjectFromAudit(tx, subject)
      await writeAudit(tx, { at: clock.now(), caller: null, ownerUid, action: 'guest.erased', subject })
    }
    return guests.length
  })

const mostMails = 1_000

/** Emails the guests whose email is due: one for everything that waits for them, and none if nothing does. */
async function mailDueGuests(deps: GuestDeps, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < mostMails && !signal.aborted; count++)
    if (!(await inTx(deps.db, (tx) => mailDueGuest(deps, tx)))) return
}

/** Returns false if no guest is due. An address that many guests have gets only some of these emails each day. */
async function mailDueGuest(deps: GuestDeps, tx: Tx): Promise<boolean> {
  const guest = await takeDueGuest(tx)
  if (!guest) return false
  const { id, name, email: to, language: locale, profileName: profile, sealedToken, isAble } = guest
  const now = deps.clock.now()
  const waits = isAble && (await findTurn({ ...deps, db: tx }, id, (turn) => turn.isAsked, null)) !== null
  if (!waits) {
    await noteMail(tx, id, { mailDueAt: null })
    return true
  }
  const allowance = await takeRecipientAllowance(tx, to, 'guest-waiting', now)
  if (allowance.kind === 'used-up') {
    await noteMail(tx, id, { mailDueAt: after(now, allowance.retryAfterMs) })
    return true
  }
  const portalToken = deps.seal.open(sealedToken, tokenSealContext(id)).toString('utf8')
  await queueMail(deps, tx, {
    to,
    locale,
    template: 'guest-waiting',
    values: { name, profile, portalToken, url: deps.config.publicUrl },
  })
  await noteMail(tx, id, { mailedAt: now, mailDueAt: null })
  return true
}
