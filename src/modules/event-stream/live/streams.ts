import type { ServerResponse } from 'node:http'
import type { Db } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import type { Log } from '#infra/log/log.ts'
import type { Caller } from '#kernel/caller.ts'
import { listMemberships, listStreamEvents } from '../store/stream.ts'
import { createAudience, listSources } from './audience.ts'
import { findStart } from './find-start.ts'
import { createListener } from './listener.ts'
import { createLookout } from './lookout.ts'
import { defaultPace, type Pace } from './pace.ts'
import { createSeats, refuseFull } from './seats.ts'
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
   * Ends all streams and accepts no more. A reader that does not read cannot delay the server's stop after that: Node
   * counts an ended stream as idle.
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
  const seats = createSeats(pace)
  let isClosing = false

  return {
    async open(opening) {
      const { caller, token, lastEventId } = opening
      if (isClosing) refuseFull()
      const leaveSeat = seats.take(caller.uid)
      const person = audience.meet(caller.uid)
      const undo = [leaveSeat, () => audience.part(person)]
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
