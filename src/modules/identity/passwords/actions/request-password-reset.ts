import { inTx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../../deps.ts'
import { mailPasswordReset, resetJobBinding } from '../../jobs.ts'

/**
 * Enqueues the reset without a lookup: the job looks the address up, so that neither the response nor its time reveals
 * whether an account exists.
 */
export async function requestPasswordReset(
  deps: Pick<IdentityDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, resetJobBinding).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, mailPasswordReset, { sealedEmail }))
}
