import type { ServerResponse } from 'node:http'
import type { Db } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import type { FeedPosition } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Caller } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import {
  countStreamEvents,
  findNewestEvent,
  findPublicEvent,
  listMemberships,
  listStreamEvents,
  readEndOfFeed,
} from '../store/stream.ts'
import { createAudience, listSources, type Person } from './audience.ts'
import { buildOpeningFrame, buildResyncFrame } from './frames.ts'
import { createListener } from './listener.ts'
import { createLookout } from './lookout.ts'
import { defaultPace, type Pace } from './pace.ts'
import type { Look } from './sights.ts'
import { createWatch } from './watch.ts'

export interface StreamDeps {
  readonly db: Db
  readonly log: Log
  /** Reads a bearer token. Refuses a token that is no longer valid. */
  authenticate(token: string): Promise<unknown>
  /** The polls for transient changes. */
  readonly looks: readonly Look[]
}

interface Opening {
  readonly caller: Caller
  readonly token: string
  readonly lastEventId: string | undefined
  /** Takes over the response for the stream. */
  takeOver(): ServerResponse
}

interface Streams {
  open(opening: Opening): Promise<void>
  /**
   * Ends all streams and accepts no more. A reader that does not read cannot delay the server's shutdown after that,
   * because Node counts an ended stream as idle.
   */
  close(): Promise<void>
}

/**
 * The maximum number of streams that query the database at the same time. Others wait here, without blocking requests.
 */
const databasePlaces = 4

export function createStreams({ db, log, authenticate, looks }: StreamDeps, given: Partial<Pace> = {}): Streams {
  const pace: Pace = { ...defaultPace, ...given }
  const dbGate = createDbGate(databasePlaces)
  const audience = createAudience()
  const watch = createWatch({ db, log, everyMs: pace.watchMs, hear: (rows) => audience.hear(rows) })
  const lookout = createLookout({ db, log, looks, everyMs: pace.lookMs, owners: audience.owners, tell: audience.tell })
  const places = createPlaces(pace)
  let isClosing = false

  return {
    async open(opening) {
      const { caller, token, lastEventId } = opening
      if (isClosing) refuseFull()
      const leavePlace = places.enter(caller.uid)
      const person = audience.meet(caller.uid)
      const undo = [leavePlace, () => audience.part(person)]
      const leave = () => {
        for (const each of undo.splice(0)) each()
      }
      try {
        await watch.hold()
        undo.push(() => watch.release())
        await audience.learn(person, (uid) => dbGate.once(() => listMemberships(db, uid)))
        if (isClosing) refuseFull()
        const { onlyProfiles } = caller
        const { position, frame } = await dbGate.once(() => findStart(db, pace, person, { onlyProfiles, lastEventId }))
        if (isClosing) refuseFull()
        const response = opening.takeOver()
        if (response.destroyed) return leave()
        const listener = createListener(
          {
            response,
            pace,
            onlyProfiles,
            check: () => dbGate.once(() => authenticate(token)),
            position: () => watch.position(),
            read: (span, limit) =>
              dbGate.once(() => listStreamEvents(db, listSources(person, onlyProfiles), span, limit)),
            closed(why) {
              person.listeners.delete(listener)
              leave()
              log.info({ event: 'events.stream_ended', requestId: caller.requestId, why }, 'Event stream ended')
            },
          },
          position,
        )
        person.listeners.add(listener)
        lookout.wake()
        response.write(frame)
        listener.flush()
      } catch (error) {
        leave()
        throw error
      }
    },
    async close() {
      isClosing = true
      for (const listener of audience.all()) listener.end('the server is stopping')
      await Promise.all([watch.stop(), lookout.stop()])
    },
  }
}

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
async function findStart(
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

/** Limits the open streams of each process and of each user. */
interface Places {
  /** Takes a place, or refuses. Returns a function that leaves it. */
  enter(owner: UserId): () => void
}

const comeBackAfterMs = seconds(10)

const refuseFull = (): never => refuse('streams_full', { retryAfterMs: comeBackAfterMs })

function createPlaces({ places, placesOfOne }: Pick<Pace, 'places' | 'placesOfOne'>): Places {
  const byOwner = new Map<UserId, number>()
  let taken = 0
  return {
    enter(owner) {
      const own = byOwner.get(owner) ?? 0
      if (taken >= places) refuseFull()
      if (own >= placesOfOne) {
        refuse('too_many_streams', {
          detail: `You can have at most ${placesOfOne} event streams open. Close one first.`,
          retryAfterMs: comeBackAfterMs,
        })
      }
      taken += 1
      byOwner.set(owner, own + 1)
      return () => {
        taken -= 1
        const left = (byOwner.get(owner) ?? 1) - 1
        if (left > 0) byOwner.set(owner, left)
        else byOwner.delete(owner)
      }
    },
  }
}
