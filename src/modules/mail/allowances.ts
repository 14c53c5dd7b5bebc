import { createHash } from 'node:crypto'
import type { Db, Tx } from '#infra/db/client.ts'
import { after, before, days } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { GuestId, UserId } from '#kernel/ids.ts'
import { deleteOldRecipients, lockMailedTimes, setMailedTimes } from './store.ts'

/**
 * The number of emails of each kind that one address gets per day, however many people request them. Its owner did not
 * request them and may not know Posthorn. A guest needs several codes, and anyone with their link can request one.
 */
const mailsADay = {
  'profile-invite': 5,
  'guest-invite': 5,
  'confirm-address': 5,
  'guest-code': 20,
  'guest-waiting': 20,
}
type UnrequestedMail = keyof typeof mailsADay

const windowMs = days(1)

type Allowance = { readonly kind: 'taken' } | { readonly kind: 'used-up'; readonly retryAfterMs: number }

/** Takes one of the emails of this kind that an address may get per day. Concurrent callers wait for each other. */
export function takeRecipientAllowance(tx: Tx, to: string, kind: UnrequestedMail, now: Date): Promise<Allowance> {
  return takeAllowance(tx, `${kind}\n${to.toLowerCase()}`, mailsADay[kind], now)
}

/** Takes one of the emails that may be sent for a subject per day. Only a hash of the subject is stored. */
async function takeAllowance(tx: Tx, subject: string, aDay: number, now: Date): Promise<Allowance> {
  const hash = createHash('sha256').update(subject).digest()
  const mailed = await lockMailedTimes(tx, hash)
  const recent = mailed.filter((at) => at > before(now, windowMs) && at <= now)
  const oldest = recent[recent.length - aDay]
  if (oldest) return { kind: 'used-up', retryAfterMs: after(oldest, windowMs).getTime() - now.getTime() }
  await setMailedTimes(tx, hash, [...recent, now])
  return { kind: 'taken' }
}

/** Takes an allowance or refuses with advice. The refusal reveals the number of emails, and nothing about accounts. */
export async function requireRecipientAllowance(
  tx: Tx,
  to: string,
  kind: UnrequestedMail,
  { now, instead }: { readonly now: Date; readonly instead: string },
): Promise<void> {
  const allowance = await takeRecipientAllowance(tx, to, kind, now)
  if (allowance.kind === 'taken') return
  refuse('rate_limited', {
    detail: `This address has already received ${mailsADay[kind]} of these emails in one day, across all users. ${instead}`,
    retryAfterMs: allowance.retryAfterMs,
  })
}

export const forgetRecipients = (db: Db, now: Date): Promise<void> => deleteOldRecipients(db, before(now, windowMs))

/** The number of emails of each kind to others that one user may cause per day. */
const mailsOfSenderADay = {
  'profile-invite': 50,
  'guest-invite': 50,
  'approval-requested': 200,
  'approval-decided': 200,
} as const
type CausedMail = keyof typeof mailsOfSenderADay

/** Takes one of the emails to others that a user or a guest may cause per day. Concurrent callers wait for each other. */
export const takeSenderAllowance = (tx: Tx, by: UserId | GuestId, kind: CausedMail, now: Date): Promise<Allowance> =>
  takeAllowance(tx, `by ${kind}\n${by}`, mailsOfSenderADay[kind], now)

export async function requireSenderAllowance(tx: Tx, by: UserId, kind: CausedMail, now: Date): Promise<void> {
  const allowance = await takeSenderAllowance(tx, by, kind, now)
  if (allowance.kind === 'taken') return
  refuse('mails_used_up', {
    detail: `You can send ${mailsOfSenderADay[kind]} of these emails to others in 24 hours. Try again later.`,
    retryAfterMs: allowance.retryAfterMs,
  })
}
