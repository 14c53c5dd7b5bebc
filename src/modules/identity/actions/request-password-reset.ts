import { inTx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailPasswordReset, placeOfResetJob } from '../jobs.ts'

/** Looks nothing up: the job does, so that neither the answer nor its time tells whether there is an account. */
export async function requestPasswordReset(
  deps: Pick<IdentityDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, placeOfResetJob).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, mailPasswordReset, { sealedEmail }))
}
