import type { FeedPosition } from '#infra/events/index.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { FeedRow, Span } from '../store/stream.ts'
import { type ConnectionDeps, createConnection } from './connection.ts'
import { buildFrame } from './frames.ts'
import type { Pace } from './pace.ts'

/**
 * One stream. While its reader keeps up, the stream is live: it gets each event as soon as the event is read. A slow or
 * returning reader is served from the database at its own pace, starting after the last event that it received. Its
 * stream is live again once no unread event is left. A stream therefore needs little memory, however many events there
 * are.
 */
export interface Listener {
  /** Adds an event to the outbox. Call `flush` after the last one for now. */
  offer(row: FeedRow, frame: string): void
  /** Adds transient changes to the outbox, if the reader keeps up. */
  mention(about: Pick<FeedRow, 'profileId'>, frame: string): void
  flush(): void
  /** Ends the stream after what has been written. */
  end(why: string): void
}

interface ListenerDeps extends ConnectionDeps {
  readonly pace: Pace
  /** Null for every profile whose events the user receives. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** The position up to which all events have been offered. */
  position(): FeedPosition
  read(span: Span, limit: number): Promise<readonly FeedRow[]>
}

const pageSize = 25

export function createListener(deps: ListenerDeps, start: FeedPosition): Listener {
  const { pace, onlyProfiles } = deps
  const connection = createConnection(deps)
  /** The last event that was written or is in the outbox. */
  let last = start
  let isLive = false
  let isWorking = false
  let outbox: string[] = []
  let outboxBytes = 0

  async function work(): Promise<void> {
    try {
      while (!connection.isOver() && (!isLive || outbox.length > 0))
        await (outbox.length > 0 ? sendOutbox() : catchUp())
    } catch (error) {
      connection.fail(error)
    } finally {
      isWorking = false
    }
  }

  async function sendOutbox(): Promise<void> {
    await deps.check()
    if (connection.isOver()) return
    const text = outbox.join('')
    outbox = []
    outboxBytes = 0
    connection.write(text)
  }

  async function catchUp(): Promise<void> {
    const upTo = deps.position()
    if (!isBeyond(upTo, last)) {
      isLive = true
      return
    }
    const rows = await deps.read({ after: last, upTo }, pageSize)
    if (rows.length > 0) await deps.check()
    for (const row of rows) {
      await connection.drained()
      if (connection.isOver()) return
      connection.write(buildFrame(row, row.body ?? ''))
      last = row
    }
    if (rows.length < pageSize) last = upTo
  }

  const isAbout = ({ profileId }: Pick<FeedRow, 'profileId'>): boolean =>
    !onlyProfiles || (profileId !== null && onlyProfiles.includes(profileId))

  /** Returns false if the reader is too far behind. */
  function put(frame: string): boolean {
    const bytes = Buffer.byteLength(frame)
    if (connection.unsentBytes() + outboxBytes + bytes > pace.unsentBytes) return false
    outbox.push(frame)
    outboxBytes += bytes
    return true
  }

  return {
    offer(row, frame) {
      if (!isLive || !isBeyond(row, last)) return
      if (!isAbout(row)) return
      if (!put(frame)) {
        isLive = false
        return
      }
      last = row
    },
    mention(about, frame) {
      if (isLive && isAbout(about)) put(frame)
    },
    flush() {
      if (isWorking || connection.isOver()) return
      isWorking = true
      void work()
    },
    end: connection.end,
  }
}

/** True when one position in the feed is after another. IDs are compared as in PostgreSQL. */
function isBeyond(one: FeedPosition, other: FeedPosition): boolean {
  const [mine, theirs] = [BigInt(one.tx), BigInt(other.tx)]
  return mine === theirs ? one.id > other.id : mine > theirs
}
