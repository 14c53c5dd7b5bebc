import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { seconds } from '#kernel/clock.ts'
import { type ApiKeyId, newId } from '#kernel/ids.ts'
import { insertRequests, type LoggedRequest, trimRequests } from './store.ts'

const flushEveryMs = seconds(5)
/** The rows of one statement. A full batch is written without waiting for its turn. */
const batchRows = 1_000
/** The most requests in memory. More arrive only while the database does not respond; they are dropped. */
const mostPending = 10_000
/** Once this process has added this many rows for a key, it deletes the key’s oldest ones. */
const trimAfterRows = 200
/** The keys whose rows are counted. */
const mostCounted = 1_000

export interface RequestLog {
  /** Adds a request of an API key. It is stored within seconds. */
  note(request: Omit<LoggedRequest, 'id' | 'at'>): void
  /** Stores what this process has noted. After a failure, which is logged, the requests stay in memory until the next time. */
  flush(): Promise<void>
  /** Writes the rest, for the last time. */
  stop(): Promise<void>
}

interface RequestLogDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * Keeps the last requests of API keys. Every few seconds, each process stores the requests of all keys in one statement, so
 * a request costs none.
 */
export function createRequestLog({ db, clock, log }: RequestLogDeps): RequestLog {
  const pending: LoggedRequest[] = []
  const grown = new Map<ApiKeyId, number>()
  let dropped = 0
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const write = async (): Promise<void> => {
    reportDropped()
    for (let left = pending.length; left > 0; left -= batchRows) {
      const batch = pending.slice(0, Math.min(left, batchRows))
      await insertRequests(db, batch)
      pending.splice(0, batch.length)
      for (const { keyId } of batch) grown.set(keyId, (grown.get(keyId) ?? 0) + 1)
    }
    const due = [...grown].filter(([, rows]) => rows >= trimAfterRows || grown.size > mostCounted)
    if (due.length === 0) return
    const keyIds = due.map(([keyId]) => keyId)
    await trimRequests(db, keyIds)
    for (const keyId of keyIds) grown.delete(keyId)
  }
  const flush = async (): Promise<void> => {
    await flushing
    if (pending.length === 0) return
    flushing ??= write()
      .catch((error: unknown) =>
        log.warn({ event: 'request_log.write_failed', err: error }, 'Requests of API keys could not be stored'),
      )
      .finally(() => {
        flushing = null
      })
    await flushing
  }
  const reportDropped = (): void => {
    if (dropped === 0) return
    log.warn({ event: 'request_log.dropped', count: dropped }, 'Requests of API keys were dropped, not stored')
    dropped = 0
  }
  /** Sets the timer for the next flush. None runs while no key is used. */
  const arm = (): void => {
    if (timer || isStopped) return
    timer = setTimeout(async () => {
      await flush()
      timer = undefined
      if (pending.length > 0) arm()
    }, flushEveryMs).unref()
  }

  return {
    note(request) {
      if (pending.length >= mostPending) {
        dropped += 1
        return
      }
      const at = clock.now()
      pending.push({ ...request, id: newId<'request'>(at), at })
      arm()
      if (pending.length === batchRows) void flush()
    },
    flush,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await flush()
      dropped += pending.splice(0).length
      reportDropped()
    },
  }
}
