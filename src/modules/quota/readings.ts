import { type Answer, CallFailed, type Connector, type Http } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { type Clock, days } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { type NotedReading, saveReadings } from './store.ts'

/**
 * Collects the remaining limits that networks report in response headers. Readings are collected during publishing
 * calls and written every few seconds, the latest of each kind in one statement. Publishing does not wait for this, and
 * if a process dies, the next response restores what was lost.
 */
export interface Readings {
  /** Returns an HTTP client that notes readings from the responses. */
  listen(http: Http, connector: Connector | undefined, account: MeteredAccount): Http
  start(): void
  flush(): Promise<void>
  /** Stops the timer and writes the noted readings. */
  stop(): Promise<void>
}

interface MeteredAccount {
  readonly id: AccountId
  readonly network: Network
  readonly mode: Mode
}

interface ReadingsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

const flushEveryMs = 5_000

/**
 * Drops implausible readings. A user may connect their own server, which may return anything, and the readings of all
 * accounts are written in one statement.
 */
const isPlausible = (remaining: number, resetsAt: Date, now: Date): boolean =>
  Number.isSafeInteger(remaining) && Math.abs(resetsAt.getTime() - now.getTime()) < days(366)

export function createReadings({ db, clock, log }: ReadingsDeps): Readings {
  let latest = new Map<string, NotedReading>()

  const keep = (reading: NotedReading): void => {
    latest.set(JSON.stringify([reading.network, reading.mode, reading.scope, reading.subject]), reading)
  }
  const note = (connector: Connector, { id, network, mode }: MeteredAccount, answer: Answer): void => {
    try {
      const readAt = clock.now()
      for (const { scope: reportedScope, remaining, resetsAt } of connector.meter?.(answer) ?? []) {
        if (!isPlausible(remaining, resetsAt, readAt)) continue
        // Anyone may run such a server, and others see the readings of the app and of the process.
        const scope = answer.isUserNamed ? 'account' : reportedScope
        keep({ network, mode, scope, subject: scope === 'account' ? id : '', remaining, resetsAt, readAt })
      }
    } catch (error) {
      log.warn({ event: 'quota.reading_failed', err: error, network }, 'Rate limits in a response could not be read')
    }
  }
  async function flush(): Promise<void> {
    const noted = latest
    latest = new Map()
    try {
      await saveReadings(db, [...noted.values()])
    } catch (error) {
      // Readings noted in the meantime are newer.
      latest = new Map([...noted, ...latest])
      throw error
    }
  }
  const failed = (error: unknown): void =>
    log.warn({ event: 'quota.flush_failed', err: error }, 'Quota readings could not be saved')
  const ticker = createTicker(flushEveryMs, flush, failed)
  return {
    listen(http, connector, account) {
      if (!connector?.meter) return http
      return {
        ...http,
        async send(request) {
          try {
            const answer = await http.send(request)
            if (!request.foreign) note(connector, account, answer)
            return answer
          } catch (error) {
            if (error instanceof CallFailed && !request.foreign) noteFailure(connector, account, error)
            throw error
          }
        },
      }
    },
    start: ticker.start,
    flush,
    async stop() {
      await ticker.stop()
      await flush().catch(failed)
    },
  }

  function noteFailure(connector: Connector, account: MeteredAccount, { failure }: CallFailed): void {
    const { status, body } = failure
    if (failure.sent === 'answered' && status !== null) {
      note(connector, account, { ...failure, status, body: Buffer.from(body) })
    }
  }
}
