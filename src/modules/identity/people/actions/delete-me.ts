import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { embeddedIssuer } from '../../issuers.ts'
import { requireFreshSignIn } from '../../sessions/require-fresh-sign-in.ts'
import { deleteInvitesTo } from '../../sign-up/store.ts'
import { hashSubject, upsertDeparture } from '../departed-store.ts'
import { deleteUser, findUser, lockSuperadmins, lockUser } from '../store.ts'

/**
 * Deletes the account. Everything that belongs to the user is deleted in this one transaction, so that nothing of a
 * deleted user can still be published. The audit log only keeps who, what and when.
 */
export async function deleteMe(deps: IdentityDeps, caller: Caller): Promise<void> {
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then delete the account within 15 minutes.')
  await inTx(deps.db, async (tx) => {
    if ((await findUser(tx, caller.uid))?.role === 'superadmin' && (await lockSuperadmins(tx)).length < 2) {
      refuse('last_superadmin')
    }
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.deleted',
      subject: toWire('usr', user.id),
    })
    for (const erase of deps.erasers) await erase(tx, user.id)
    await deps.emit(tx, { type: 'user.deleted', ownerUid: user.id })
    if (user.email !== null) {
      await deleteInvitesTo(tx, user.email)
      const values = { name: user.name, url: deps.config.publicUrl }
      await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'goodbye', values })
    }
    if (user.issuer !== embeddedIssuer) await upsertDeparture(tx, hashSubject(user.issuer, user.subject), now)
    await deleteUser(tx, user.id)
  })
  deps.callers.clear()
}
