import type { ServerResponse } from 'node:http'
import type { Db } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import type { FeedPosition } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Caller } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, toWire, type UserId } from '#kernel/ids.ts'
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
import { defaultPace, type Pace } from './pace.ts'
import { createWatch } from './watch.ts'

export interface StreamDeps {
  readonly db: Db
  readonly log: Log
  /** Reads a bearer token. Refuses one that is no longer valid. */
  authenticate(token: string): Promise<unknown>
}

export interface Opening {
  readonly caller: Caller
  readonly token: string
  readonly lastEventId: string | undefined
  /** Takes over the response for the stream. */
  takeOver(): ServerResponse
}

export interface Streams {
  open(opening: Opening): Promise<void>
  /**
   * Ends all streams and accepts no more. A reader that does not read cannot delay the server's stop after that: Node
   * counts an ended stream as idle.
   */
  close(): Promise<void>
}

/** The most streams that query the database at once. Others wait here, and no request waits behind them. */
const databasePlaces = 4
const newestAmong = 1_000
const comeBackAfterMs = seconds(10)

export function createStreams({ db, log, authenticate }: StreamDeps, given: Partial<Pace> = {}): Streams {
  const pace: Pace = { ...defaultPace, ...given }
  const dbGate = createDbGate(databasePlaces)
  const audience = createAudience()
  const watch = createWatch({ db, log, everyMs: pace.watchMs, hear: (rows) => audience.hear(rows) })
  const seats = new Map<UserId, number>()
  let taken = 0
  let isClosing = false

  function takeSeat(uid: UserId): () => void {
    const own = seats.get(uid) ?? 0
    if (isClosing || taken >= pace.perProcess) refuse('streams_full', { retryAfterMs: comeBackAfterMs })
    if (own >= pace.perPerson) {
      refuse('too_many_streams', {
        detail: `You can have at most ${pace.perPerson} streams at a time. Close one first.`,
        retryAfterMs: comeBackAfterMs,
      })
    }
    taken += 1
    seats.set(uid, own + 1)
    return () => {
      taken -= 1
      const left = (seats.get(uid) ?? 1) - 1
      if (left > 0) seats.set(uid, left)
      else seats.delete(uid)
    }
  }

  /** Returns the position at which a stream begins, and its first frame. */
  async function findStart(
    person: Person,
    { caller, lastEventId }: Opening,
  ): Promise<{ readonly place: FeedPosition; readonly frame: string }> {
    // Events settled by now are in the past of this stream; the watch may be a moment behind.
    const upTo = await readEndOfFeed(db)
    const sources = listSources(person, caller.onlyProfiles)
    const id = lastEventId === undefined ? null : fromWire('evt', lastEventId)
    const last = id === null ? undefined : await findPublicEvent(db, id)
    const isTheirs =
      last && (last.ownerUid === person.uid || (last.profileId && person.memberships.has(last.profileId)))
    if (last && isTheirs) {
      const { heard, seen } = await countStreamEvents(db, sources, { after: last, upTo }, pace.lookedAtMost)
      if (heard <= pace.missedMost && seen <= pace.lookedAtMost) return { place: last, frame: buildOpeningFrame(null) }
    }
    const newest = await findNewestEvent(db, sources, upTo, newestAmong)
    const wire = newest === null ? null : toWire('evt', newest)
    const frame = lastEventId === undefined ? buildOpeningFrame(wire) : buildOpeningFrame(null) + buildResyncFrame(wire)
    return { place: upTo, frame }
  }

  return {
    async open(opening) {
      const { caller, token } = opening
      const leaveSeat = takeSeat(caller.uid)
      const person = audience.meet(caller.uid)
      const undo = [leaveSeat, () => audience.part(person)]
      const leave = () => {
        for (const each of undo.splice(0)) each()
      }
      try {
        await watch.hold()
        undo.push(() => watch.release())
        await audience.learn(person, (uid) => dbGate.once(() => listMemberships(db, uid)))
        if (isClosing) refuse('streams_full', { retryAfterMs: comeBackAfterMs })
        const { place, frame } = await dbGate.once(() => findStart(person, opening))
        if (isClosing) refuse('streams_full', { retryAfterMs: comeBackAfterMs })
        const response = opening.takeOver()
        if (response.destroyed) return leave()
        const listener = createListener(
          {
            response,
            pace,
            onlyProfiles: caller.onlyProfiles,
            check: () => dbGate.once(() => authenticate(token)),
            position: () => watch.position(),
            read: (span, limit) =>
              dbGate.once(() => listStreamEvents(db, listSources(person, caller.onlyProfiles), span, limit)),
            closed(why) {
              person.listeners.delete(listener)
              leave()
              log.info({ event: 'events.stream_ended', requestId: caller.requestId, why }, 'An event stream ended')
            },
          },
          place,
        )
        person.listeners.add(listener)
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
      await watch.stop()
    },
  }
}
