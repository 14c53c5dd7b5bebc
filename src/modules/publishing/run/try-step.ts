import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type Call, CallFailed, type Http, type JsonObject, MediaUnfit } from '#connectors/connector.ts'
import type { HeldLane } from '#infra/claim/index.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Outcome } from '../decide/fact.ts'
import type { AccountAtWork } from '../deps.ts'
import type { Publication } from '../publication.ts'
import type { EngineContext } from './context.ts'

/** Thrown by each call of a step that has to stop, so that it stops even if it catches errors. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

interface Given {
  readonly account: AccountAtWork
  readonly publication: Publication
  /** True if people may see what the calls do. */
  readonly visible: boolean
  readonly grant: JsonObject
  /** The time at which calls end, and after which none begins. */
  readonly deadline: Date
}

interface Tried<Result> {
  /** Null if the lane is lost or the publication has since ended, so that the outcome no longer counts. */
  readonly outcome: Outcome<Result> | null
  /** The row with the checkpoints that the step has saved. */
  readonly publication: Publication
}

/**
 * Runs a connector's function for a publication. Right before the first byte of each call, it checks the clock: a
 * process or a machine that was suspended must not send what a successor took over long ago.
 */
export async function tryStep<Result>(
  { deps, write }: EngineContext,
  lane: HeldLane,
  { account, visible, grant, deadline, ...given }: Given,
  run: (call: Call<JsonObject>) => Promise<Result>,
): Promise<Tried<Result>> {
  let { publication } = given
  const signal = AbortSignal.any([lane.signal, AbortSignal.timeout(leftMs(deps.clock, deadline))])
  setMaxListeners(0, signal)
  const seen = { made: 0, changing: 0 }
  let stoppedByUs = false

  const beforeFirstByte = (): void => {
    const tooLate = deps.clock.now() >= deadline || (visible && lane.leaseUntil() < deadline)
    if (!lane.isLost() && !tooLate) return
    stoppedByUs = true
    throw new Stopped(lane.isLost() ? 'the lane is lost' : 'the deadline of this call has passed')
  }
  const open = deps.accounts.http(account, { beforeFirstByte, deadline, signal, fresh: visible })
  const http: Http = {
    addresses: open.addresses,
    app: open.app,
    now: open.now,
    ...(open.version === undefined ? {} : { version: open.version }),
    async send(request) {
      if (lane.isLost()) throw new Stopped('the lane is lost')
      try {
        const answer = await open.send(request)
        seen.made += 1
        if (isChanging(request.method)) seen.changing += 1
        return answer
      } catch (error) {
        if (!(error instanceof CallFailed) || error.failure.sent !== 'no') seen.made += 1
        throw error
      }
    },
  }
  const call: Call<JsonObject> = {
    grant,
    http,
    signal,
    born: publication.bornAt,
    now: deps.clock.now(),
    key: (part) => partKey(publication.keyOf, part),
    media: (item, rule) => deps.media(item, rule),
    link: (item, rule) => deps.link(item, rule),
    fit: (bytes, rule) => deps.fit(bytes, rule, account.ownerUid),
    async keep(memo) {
      const kept = await write.save({ lane, publication, changes: { memo } })
      if (!kept) throw new Stopped('fenced off or cancelled')
      publication = kept
    },
  }
  try {
    return { outcome: { is: 'done', result: await run(call) }, publication }
  } catch (error) {
    return { outcome: lane.isLost() ? null : outcomeOf(error), publication }
  }

  function outcomeOf(error: unknown): Outcome<never> | null {
    if (error instanceof Stopped) return null
    if (error instanceof CallFailed) {
      // Posthorn itself stopped the call: no byte was sent, and the network is not to blame.
      const failure = stoppedByUs ? { ...error.failure, sent: 'no' as const } : error.failure
      return { is: 'failed', failure, mayHaveChanged: seen.changing > 0 }
    }
    if (error instanceof MediaUnfit) return { is: 'unfit', why: error.message }
    if (error instanceof NoTurn && (!visible || seen.changing === 0)) return { is: 'busy' }
    if (!isDatabaseAway(error)) {
      const { id: publicationId, step } = publication
      deps.log.error(
        { event: 'publishing.step_threw', err: error, publicationId, step },
        'Step threw an unexpected error',
      )
    }
    return { is: 'fault', sent: seen.made > 0 }
  }
}

const isChanging = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** The remaining time by the clock, for a real timer, since tests can move the clock. */
const leftMs = (clock: Clock, deadline: Date): number => Math.max(0, deadline.getTime() - clock.now().getTime())

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Returns the key of a part: 26 characters, the same for every attempt and for a retry that resumes an earlier
 * publication.
 */
function partKey(keyOf: string, part: number): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${keyOf}:${part}`).digest('hex').slice(0, 33)}`)
  let text = ''
  for (let place = 0; place < 26; place++) {
    text += alphabet[Number(rest & 31n)]
    rest >>= 5n
  }
  return text
}
