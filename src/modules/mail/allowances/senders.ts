import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { type Allowance, takeAllowance } from './recipients.ts'

/** The number of mails of each kind to others that one user may cause in a day. */
const mailsADay = { 'profile-invite': 50, 'approval-requested': 200, 'approval-decided': 200 } as const
type CausedMail = keyof typeof mailsADay

/** Takes one of the mails to others that a user may cause in a day. Concurrent callers wait for each other. */
export const takeSenderAllowance = (tx: Tx, by: UserId, kind: CausedMail, now: Date): Promise<Allowance> =>
  takeAllowance(tx, `by ${kind}\n${by}`, mailsADay[kind], now)

export async function requireSenderAllowance(tx: Tx, by: UserId, kind: CausedMail, now: Date): Promise<void> {
  const allowance = await takeSenderAllowance(tx, by, kind, now)
  if (allowance.kind === 'taken') return
  refuse('mails_used_up', {
    detail: `You may cause ${mailsADay[kind]} such mails to others in 24 hours. Try again later.`,
    retryAfterMs: allowance.retryAfterMs,
  })
}
