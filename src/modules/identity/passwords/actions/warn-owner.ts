import { inTx } from '#infra/db/client.ts'
import type { MailingDeps } from '../../deps.ts'
import { lockUser, userByEmail } from '../../people/store.ts'
import { warnOfGuesses } from '../guess-warning.ts'

/** Warns the owner of the account, where there is one. */
export async function warnOwner(deps: MailingDeps, email: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const found = await userByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id))
    // It may have left the address since.
    if (user && user.email === found.email) await warnOfGuesses(deps, tx, user, 'password-guessed')
  })
}
