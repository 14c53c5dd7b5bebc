import { inTx } from '#infra/db/client.ts'
import type { MailingDeps } from '../../deps.ts'
import { findUserByEmail, lockUser } from '../../people/store.ts'
import { queueGuessWarning } from '../queue-guess-warning.ts'

/** Warns the owner of the account, if it exists. */
export async function sendGuessWarning(deps: MailingDeps, email: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id))
    // The user may have changed the address since the lookup.
    if (user && user.email === found.email) await queueGuessWarning(deps, tx, user, 'password-guessed')
  })
}
