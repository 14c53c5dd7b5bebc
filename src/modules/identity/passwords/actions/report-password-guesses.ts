import { inTx } from '#infra/db/client.ts'
import type { MailingDeps } from '../../deps.ts'
import { guessedJobBinding, warnOfPasswordGuesses } from '../../jobs.ts'

/** Enqueues the warning. The job looks up the address, so that neither the response nor its time reveals an account. */
export async function reportPasswordGuesses(
  deps: Pick<MailingDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, guessedJobBinding).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, warnOfPasswordGuesses, { sealedEmail }))
}
