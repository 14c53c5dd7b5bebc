import type { Clock } from '../kit/clock.ts'

/** A call that reached a network, with the time at which its head arrived, and its outcome. */
export interface LoggedCall {
  readonly seq: number
  readonly network: string
  call: string
  /** The time at which the head of the request arrived, by the sandbox's clock. Punctuality is measured against it. */
  readonly at: string
  account: string | null
  /** Null while the call is open, 0 if the client received no response. */
  status: number | null
  fault: string | null
  tookMs: number | null
}

export interface CallLog {
  begin(network: string, call: string): LoggedCall
  end(logged: LoggedCall, status: number): void
  list(filter: CallFilter): { calls: readonly LoggedCall[]; next: number }
  /** Returns the newest calls, newest first. */
  newest(limit: number, isWanted?: (call: LoggedCall) => boolean): readonly LoggedCall[]
  readonly open: number
  readonly total: number
}

interface CallFilter {
  readonly network?: string
  readonly account?: string
  readonly call?: string
  /** Returns only calls with a later `seq` than this. */
  readonly after?: number
  readonly limit?: number
}

/** The number of calls to keep. Older ones are discarded. */
const maxKept = 100_000

export function createCallLog(clock: Clock): CallLog {
  const ring: LoggedCall[] = []
  let total = 0
  let open = 0
  return {
    get open() {
      return open
    },
    get total() {
      return total
    },
    begin(network, call) {
      const at = clock.now().toISOString()
      const logged = { seq: total + 1, network, call, at, account: null, status: null, fault: null, tookMs: null }
      ring[total % maxKept] = logged
      total += 1
      open += 1
      return logged
    },
    end(logged, status) {
      open -= 1
      logged.status = status
      logged.tookMs = clock.ms() - Date.parse(logged.at)
    },
    list({ network, account, call, after = 0, limit = maxKept }) {
      const calls: LoggedCall[] = []
      let seq = Math.max(after, total - maxKept)
      for (; seq < total && calls.length < limit; seq += 1) {
        const one = ring[seq % maxKept]
        if (one === undefined) continue
        if (network !== undefined && one.network !== network) continue
        if (account !== undefined && one.account !== account) continue
        if (call !== undefined && one.call !== call) continue
        calls.push(one)
      }
      return { calls, next: seq }
    },
    newest(limit, isWanted = () => true) {
      const calls: LoggedCall[] = []
      for (let seq = total; seq > Math.max(0, total - maxKept) && calls.length < limit; seq -= 1) {
        const one = ring[(seq - 1) % maxKept]
        if (one && isWanted(one)) calls.push(one)
      }
      return calls
    },
  }
}
