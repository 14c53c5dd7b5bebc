import type { Db } from '#infra/db/client.ts'
import type { FeedPosition } from '#infra/events/index.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import { countStreamEvents, findNewestEvent, findPublicEvent, readEndOfFeed } from '../store/stream.ts'
import { listSources, type Person } from './audience.ts'
import { buildOpeningFrame, buildResyncFrame } from './frames.ts'
import type { Pace } from './pace.ts'

interface Start {
  readonly position: FeedPosition
  /** The first frame of the stream. */
  readonly frame: string
}

interface StartRequest {
  /** Null for every profile whose events the user receives. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** The `Last-Event-ID` header of a returning client. */
  readonly lastEventId: string | undefined
}

const newestAmong = 1_000

/**
 * Returns the position at which a stream starts, and its first frame. A stream resumes after `lastEventId` if that is
 * one of the user's events and not too many events were missed since. Otherwise it starts at the end of the feed.
 */
export async function findStart(
  db: Db,
  { missedMost, lookedAtMost }: Pick<Pace, 'missedMost' | 'lookedAtMost'>,
  person: Person,
  { onlyProfiles, lastEventId }: StartRequest,
): Promise<Start> {
  // Events settled by now are in the past of this stream; the watch may be a moment behind.
  const upTo = await readEndOfFeed(db)
  const sources = listSources(person, onlyProfiles)
  const id = lastEventId === undefined ? null : fromWire('evt', lastEventId)
  const last = id === null ? undefined : await findPublicEvent(db, id)
  const isTheirs = last && (last.ownerUid === person.uid || (last.profileId && person.memberships.has(last.profileId)))
  if (last && isTheirs) {
    const { heard: received, seen } = await countStreamEvents(db, sources, { after: last, upTo }, lookedAtMost)
    if (received <= missedMost && seen <= lookedAtMost) return { position: last, frame: buildOpeningFrame(null) }
  }
  const newest = await findNewestEvent(db, sources, upTo, newestAmong)
  const wire = newest === null ? null : toWire('evt', newest)
  const frame = lastEventId === undefined ? buildOpeningFrame(wire) : buildOpeningFrame(null) + buildResyncFrame(wire)
  return { position: upTo, frame }
}
