import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Db, Tx } from '#infra/db/client.ts'
import { after, before, days, hours, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type GuestDeviceId, newId, type PostId } from '#kernel/ids.ts'
import { queueMail, takeRecipientAllowance } from '#modules/mail/index.ts'
import type { GuestDeps } from '../deps.ts'
import {
  type CodeRow,
  countCodes,
  countTries,
  countTry,
  endCode,
  findCode,
  findDevice,
  insertCode,
  insertDevice,
  type Portal,
} from './store.ts'

/**
 * A guest’s browsers. Each is confirmed once with a code sent to the guest’s address, so that a forwarded link shows
 * posts and decides nothing. What the guest submitted is stored with the code and takes effect with it.
 */
export const deviceMs = days(30)
const codeMs = minutes(15)
const mostTries = 5
const mostCodesAnHour = 5
/** The limit against someone who has the link and would guess for as long as it works. */
const mostTriesADay = 20

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Finds the confirmed browser that sent this cookie. Null if it is not confirmed. */
export const deviceOf = async (db: Db, { id }: Portal, cookie: string | undefined): Promise<GuestDeviceId | null> =>
  cookie === undefined ? null : findDevice(db, id, hash(cookie))

/** An act of a guest on a post. */
export interface Deed {
  readonly kind: 'approve' | 'reject' | 'comment'
  readonly postId: PostId
  /** The content that the guest has read. Null for a comment. */
  readonly contentHash: string | null
  readonly text: string
}

/** Why a guest gets no code today: too many were wrong, or the address has received too many. */
export type NoCode = 'tries' | 'mails'

type SentCode =
  | { readonly kind: 'code'; readonly challenge: string }
  | { readonly kind: 'no-code'; readonly because: NoCode }

/** Stores what a guest submitted, and emails them the code for it. Returns the key that the code page sends back. */
export async function sendCode(deps: GuestDeps, tx: Tx, portal: Portal, deed: Deed): Promise<SentCode> {
  const now = deps.clock.now()
  if ((await countTries(tx, portal.id, before(now, days(1)))) >= mostTriesADay)
    return { kind: 'no-code', because: 'tries' }
  if ((await countCodes(tx, portal.id, before(now, hours(1)))) >= mostCodesAnHour)
    refuse('rate_limited', {
      detail: `A guest gets at most ${mostCodesAnHour} codes an hour. Use the last one, or try again later.`,
      retryAfterMs: hours(1),
    })
  if ((await takeRecipientAllowance(tx, portal.email, 'guest-code', now)).kind === 'used-up')
    return { kind: 'no-code', because: 'mails' }
  const challenge = randomBytes(24).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await insertCode(tx, {
    challengeHash: hash(challenge),
    guestId: portal.id,
    ownerUid: portal.ownerUid,
    postId: deed.postId,
    deed: deed.kind,
    contentHash: deed.contentHash,
    text: deed.text,
    codeHash: digestCode(deps, challenge, code),
    tries: 0,
    createdAt: now,
    expiresAt: after(now, codeMs),
  })
  const { name, email: to, language: locale, profileName: profile } = portal
  const minutesLeft = String(codeMs / minutes(1))
  const values = { name, profile, codeToken: code, minutes: minutesLeft, url: deps.config.publicUrl }
  await queueMail(deps, tx, { to, locale, template: 'guest-code', values })
  return { kind: 'code', challenge }
}

type Checked =
  | { readonly kind: 'confirmed'; readonly deviceId: GuestDeviceId; readonly cookie: string; readonly deed: Deed }
  | { readonly kind: 'wrong'; readonly triesLeft: number; readonly deed: Deed }
  | { readonly kind: 'over' }
  | { readonly kind: 'no-code'; readonly because: NoCode }

/**
 * Checks a code. A right one confirms the browser. After five wrong ones the code no longer works, and after 20 in a
 * day none does. It returns outcomes instead of refusing, since a wrong code is counted.
 */
export async function checkCode(
  deps: Pick<GuestDeps, 'clock' | 'seal'>,
  tx: Tx,
  { id }: Portal,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): Promise<Checked> {
  const tries = await countTries(tx, id, before(deps.clock.now(), days(1)))
  if (tries >= mostTriesADay) return { kind: 'no-code', because: 'tries' }
  const row = await findCode(tx, id, hash(challenge))
  if (!row || row.tries >= mostTries) return { kind: 'over' }
  const deed = readDeed(row)
  if (!digestCode(deps, challenge, code).equals(row.codeHash)) {
    await countTry(tx, row.challengeHash)
    if (tries + 1 >= mostTriesADay) return { kind: 'no-code', because: 'tries' }
    const triesLeft = Math.min(mostTries - row.tries, mostTriesADay - tries) - 1
    return triesLeft > 0 ? { kind: 'wrong', triesLeft, deed } : { kind: 'over' }
  }
  await endCode(tx, row.challengeHash)
  const createdAt = deps.clock.now()
  const deviceId = newId<'gdv'>(createdAt)
  const cookie = randomBytes(32).toString('base64url')
  const expiresAt = after(createdAt, deviceMs)
  await insertDevice(tx, { id: deviceId, guestId: id, cookieHash: hash(cookie), createdAt, expiresAt })
  return { kind: 'confirmed', deviceId, cookie, deed }
}

const readDeed = ({ deed: kind, postId, contentHash, text }: CodeRow): Deed => ({ kind, postId, contentHash, text })

/** A digest with a key: the million codes could otherwise be tried on a copy of the database. */
const digestCode = ({ seal }: Pick<GuestDeps, 'seal'>, challenge: string, code: string): Buffer =>
  seal.hmac('guest-code', `${challenge}\n${code}`)
