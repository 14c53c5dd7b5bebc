import { inTx } from '#infra/db/client.ts'
import type { MailingDeps } from '../../deps.ts'
import { guessedJobBinding, warnOfPasswordGuesses } from '../../jobs.ts'

/** Looks nothing up: the job does, so that neither the answer nor its time tells whether there is an account. */
export async function reportPasswordGuesses(
  deps: Pick<MailingDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, guessedJobBinding).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, warnOfPasswordGuesses, { sealedEmail }))
}
