import { createHash, randomBytes } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { type CalendarFeedId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { deleteFeed, listFeeds as findFeeds, insertFeed } from './store.ts'

/** Creates a URL where a calendar app can read a profile's schedule. It is shown in this response only. */
export async function createFeed(deps: PlanningDeps, tx: Tx, caller: Caller, profileId: ProfileId) {
  const profile = await profileFor(tx, caller, profileId, 'publish')
  const { length } = await findFeeds(tx, profileId)
  requireBelow(
    'calendarFeedsOfProfile',
    length,
    'calendar_feeds_full',
    (most) => `A profile has at most ${most} calendar feeds. Revoke one first.`,
  )
  const now = deps.clock.now()
  const token = makeFeedToken()
  const { id, createdAt } = await insertFeed(tx, {
    id: newId<'cal'>(now),
    profileId,
    tokenHash: hashFeedToken(token),
    createdBy: caller.uid,
    createdAt: now,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: profile.ownerUid,
    action: 'profile.calendar_shared',
    subject: toWire('prof', profileId),
    changes: { calendarFeed: { from: null, to: toWire('cal', id) } },
  })
  return { id, createdAt, url: buildFeedUrl(deps.config, token) }
}

/** Lists the feeds of a profile, without their URLs. */
export async function listFeeds({ db }: PlanningDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return findFeeds(db, profileId)
}

/** Revokes a feed. Its URL stops working immediately. */
export function revokeFeed(deps: PlanningDeps, caller: Caller, profileId: ProfileId, id: CalendarFeedId) {
  return inTx(deps.db, async (tx) => {
    const profile = await profileFor(tx, caller, profileId, 'publish', { alsoReadOnly: true })
    if (!(await deleteFeed(tx, profileId, id))) refuse('calendar_feed_not_found')
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: profile.ownerUid,
      action: 'profile.calendar_revoked',
      subject: toWire('prof', profileId),
      changes: { calendarFeed: { from: toWire('cal', id), to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

/** Makes the token of a feed: 256 random bits. It is the only credential of a calendar app. */
const makeFeedToken = (): string => randomBytes(32).toString('base64url')

export const hashFeedToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const buildFeedUrl = ({ publicUrl }: { readonly publicUrl: string }, token: string): string =>
  `${publicUrl}/v1/calendar/${token}/posts.ics`
