import { setMaxListeners } from 'node:events'
import { type Call, CallFailed, type Failure, type Http, type JsonObject, MediaUnfit } from '#connectors/connector.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { after, type Clock } from '#kernel/clock.ts'
import type { Publication } from '../publication.ts'
import { stepDefaults } from '../state.ts'
import { save } from '../write/save.ts'
import { type EngineContext, isVisible, type Work } from './context.ts'
import { partKey } from './part-key.ts'

/** Outcome of one try of a step, or of one find. */
export type Tried<Result> =
  | { readonly is: 'done'; readonly result: Result }
  /** `earlier`: before the call that failed, this try made a call that may have changed something. */
  | { readonly is: 'failed'; readonly failure: Failure; readonly earlier: boolean }
  | { readonly is: 'unfit'; readonly why: string }
  /** Too many pictures are being fitted. The step has made no visible call. */
  | { readonly is: 'busy' }
  /** A fault of Posthorn and not of the network: a bug, storage. `sent`: a call had been made. */
  | { readonly is: 'fault'; readonly error: unknown; readonly sent: boolean }
  /** The lane is lost or the publication was ended meanwhile, so the outcome of this try no longer counts. */
  | { readonly is: 'stopped' }

/** Thrown by each call of a step that has to stop, so that it stops even if it catches errors. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface Turn {
  readonly grant: JsonObject
  /** Time at which calls end, and after which none begins. */
  readonly deadline: Date
}

export const deadlineMsOf = (work: Work): number => work.step.deadlineMs ?? stepDefaults.deadlineMs

/**
 * Runs a connector's function for a publication. Right before the first byte of each call it checks the clock: a
 * process that was paused, or a context that slept, must not send what a successor took over long ago.
 */
export async function tryStep<Result>(
  context: EngineContext,
  work: Work,
  { grant, deadline }: Turn,
  run: (call: Call<JsonObject>) => Promise<Result>,
): Promise<Tried<Result> & { readonly publication: Publication }> {
  const { deps } = context
  const { lane, account } = work
  const visible = isVisible(work.step)
  let publication = work.publication
  const signal = AbortSignal.any([lane.signal, AbortSignal.timeout(leftMs(deps.clock, deadline))])
  setMaxListeners(0, signal)
  const seen = { made: 0, changing: 0 }
  let stoppedByUs = false

  const beforeFirstByte = (): void => {
    const tooLate = deps.clock.now() >= deadline || (visible && lane.leaseUntil() < deadline)
    if (!lane.isLost() && !tooLate) return
    stoppedByUs = true
    throw new Stopped(lane.isLost() ? 'the lane is lost' : 'the time for this call is over')
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
      const kept = await save(context, lane, publication, { memo })
      if (!kept) throw new Stopped('fenced off or cancelled')
      publication = kept
    },
  }
  try {
    const result = await run(call)
    return { is: 'done', result, publication }
  } catch (error) {
    if (lane.isLost() || error instanceof Stopped) return { is: 'stopped', publication }
    if (error instanceof CallFailed) {
      // Posthorn's own clock stopped the call: no byte was sent, and the network is not to blame.
      const failure = stoppedByUs ? { ...error.failure, sent: 'no' as const } : error.failure
      return { is: 'failed', failure, earlier: seen.changing > 0, publication }
    }
    if (error instanceof MediaUnfit) return { is: 'unfit', why: error.message, publication }
    if (error instanceof NoTurn && (!visible || seen.changing === 0)) return { is: 'busy', publication }
    if (!isDatabaseAway(error)) {
      deps.log.error(
        { err: error, publicationId: publication.id, step: publication.step },
        'a step threw what it should not',
      )
    }
    return { is: 'fault', error, sent: seen.made > 0, publication }
  }
}

const isChanging = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** Time left by the clock, for a real timer: in tests the clock can be moved. */
const leftMs = (clock: Clock, deadline: Date): number => Math.max(0, deadline.getTime() - clock.now().getTime())

export const deadlineFrom = (begun: Date, work: Work): Date => after(begun, deadlineMsOf(work))
