import { randomBytes } from 'node:crypto'
import { inTx } from '#infra/db/client.ts'
import { after, days } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { getIssuer } from '../../issuers.ts'
import { findUserByEmail } from '../../people/store.ts'
import { signUpBody } from '../schema.ts'
import { insertInvite } from '../store.ts'

const goodForDays = 7

/** Creates a single-use invitation to sign up with this address. The operator who requested it passes it on. */
export async function inviteToSignUp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  address: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const read = signUpBody.shape.email.safeParse(address)
  if (!read.success) {
    return refuseInput({
      path: '/email',
      code: 'invalid_format',
      message: sentences.email,
      params: { rule: 'email' },
    })
  }
  const email = read.data
  const token = randomBytes(32).toString('base64url')
  const now = deps.clock.now()
  const expiresAt = after(now, days(goodForDays))
  await inTx(deps.db, async (tx) => {
    if (await findUserByEmail(tx, email, getIssuer(deps.config)))
      refuse('email_taken', { detail: `${email} already has an account.` })
    await insertInvite(tx, { tokenHash: hashSecret(token), email, invitedBy: null, createdAt: now, expiresAt })
    await writeAudit(tx, {
      at: now,
      caller: null,
      ownerUid: null,
      action: 'sign-up-invite.created',
      subject: 'sign-up-invite',
    })
  })
  return { token, expiresAt }
}
