import { randomBytes } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import { after, before, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { hasOuterProvider } from '../issuers.ts'
import { type AllowancePurpose, findRequestTimes, type MailPurpose, setRequestTimes, upsertMailToken } from './store.ts'

/**
 * The hours for which each emailed token is valid. A user who sends back an emailed token has proved that they can read
 * mail at the address. A token is 256 random bits, stored as a hash, valid once and for a limited time. A newer token
 * for the same user and purpose replaces the older one. Code that creates, uses or invalidates a token holds the lock
 * on the user's row.
 */
const validHours: Readonly<Record<MailPurpose, number>> = {
  'verify-email': 48,
  'change-email': 24,
  'reset-password': 1,
}

export const allMailPurposes: readonly MailPurpose[] = ['verify-email', 'change-email', 'reset-password']

interface IssuedToken {
  readonly token: string
  readonly hours: string
  readonly expiresAt: Date
}

export async function issueMailToken(
  tx: Tx,
  { uid, purpose, email }: { readonly uid: UserId; readonly purpose: MailPurpose; readonly email: string },
  now: Date,
): Promise<IssuedToken> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = after(now, hours(validHours[purpose]))
  await upsertMailToken(tx, { tokenHash: hashSecret(token), purpose, uid, email, createdAt: now, expiresAt })
  return { token, hours: String(validHours[purpose]), expiresAt }
}

const mailsAnHour = 3

/** The number of emails of each kind that a user can get in a period: requested emails and warnings. */
const allowances: Readonly<Record<AllowancePurpose, { readonly most: number; readonly withinMs: number }>> = {
  'verify-email': { most: mailsAnHour, withinMs: hours(1) },
  'change-email': { most: mailsAnHour, withinMs: hours(1) },
  'reset-password': { most: mailsAnHour, withinMs: hours(1) },
  'password-guessed': { most: 1, withinMs: hours(24) },
  'code-guessed': { most: 1, withinMs: hours(24) },
}

/** Counts one email against the user's limit, or returns when the next one is allowed. */
export async function takeMailAllowance(
  tx: Tx,
  uid: UserId,
  purpose: AllowancePurpose,
  now: Date,
): Promise<{ readonly kind: 'taken' } | { readonly kind: 'used-up'; readonly retryAfterMs: number }> {
  const { most, withinMs } = allowances[purpose]
  const recent = (await findRequestTimes(tx, uid, purpose)).filter((at) => at > before(now, withinMs) && at <= now)
  const oldest = recent[recent.length - most]
  if (oldest) return { kind: 'used-up', retryAfterMs: after(oldest, withinMs).getTime() - now.getTime() }
  await setRequestTimes(tx, uid, purpose, [...recent, now])
  return { kind: 'taken' }
}

export async function requireMailAllowance(tx: Tx, uid: UserId, purpose: MailPurpose, now: Date): Promise<void> {
  const allowance = await takeMailAllowance(tx, uid, purpose, now)
  if (allowance.kind === 'taken') return
  const { retryAfterMs } = allowance
  refuse('rate_limited', {
    retryAfterMs,
    detail: `You can request ${mailsAnHour} of these emails per hour. Try again later.`,
  })
}

/** Advice for a user whose address has reached its email limit. */
export const mailboxAdvice = 'Check that mailbox for the token, or try again later.'

/** Refuses if there is an external identity provider, because addresses are changed there. */
export function requireEmbeddedProvider(config: Pick<IdentityDeps['config'], 'oidc'>): void {
  if (hasOuterProvider(config)) refuse('managed_by_identity_provider')
}

export function refuseMailToken(): never {
  refuse('mail_token_invalid', { detail: 'Request a new email. Only the latest code works.' })
}

/** The address that a token was emailed to, and when the token expires. */
export interface RequestedMail {
  readonly sentTo: string
  readonly expiresAt: Date
}
