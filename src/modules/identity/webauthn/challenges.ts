import { randomBytes } from 'node:crypto'
import type { Db } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { hashBrowser } from '../bound-browser.ts'
import { hashSecret } from '../hash-secret.ts'
import { insertChallenge, spendChallenge } from './store.ts'

/** The time that a person has for the browser's dialog. */
export const challengeMs = minutes(5)

/** Returns a new challenge for a browser. `uid`: the account that gets a passkey. Null for a sign-in. */
export async function issueChallenge(
  db: Db,
  { browser, uid = null }: { readonly browser: string; readonly uid?: UserId | null },
  now: Date,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(db, {
    challengeHash: hashSecret(challenge),
    browserHash: hashBrowser('passkey', browser),
    uid,
    createdAt: now,
    expiresAt: after(now, challengeMs),
  })
  return challenge
}

/** Uses up the challenge that a browser returns. */
export async function requireChallenge(
  db: Db,
  {
    challenge,
    browser,
    uid = null,
  }: { readonly challenge: string; readonly browser: string | null; readonly uid?: UserId | null },
  now: Date,
): Promise<void> {
  const isKnown =
    browser !== null &&
    (await spendChallenge(
      db,
      { challengeHash: hashSecret(challenge), browserHash: hashBrowser('passkey', browser), uid },
      now,
    ))
  if (!isKnown) {
    refuse('passkey_challenge_invalid', {
      detail: 'Each request works once, within 5 minutes, in the browser that started it.',
    })
  }
}
