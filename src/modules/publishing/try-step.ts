import { setMaxListeners } from 'node:events'
import { type Call, CallFailed, type Failure, type Http, type JsonObject, MediaUnfit } from '#connectors/connector.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { NoTurn } from '#infra/fair-line.ts'
import { after, type Clock } from '#kernel/clock.ts'
import { isVisible, type Machine, type Work } from './machine.ts'
import { partKey } from './part-key.ts'
import { save } from './save.ts'
import { stepDefaults } from './state.ts'
import type { Publication } from './store/publication.ts'

/** One try of a step, or one look for what became of it. */
export type Tried<Result> =
  | { readonly is: 'done'; readonly result: Result }
  /** `earlier`: a call that may change something was made in this try before the one that failed. */
  | { readonly is: 'failed'; readonly failure: Failure; readonly earlier: boolean }
  | { readonly is: 'unfit'; readonly why: string }
  /** Too many pictures are being made to fit, and the network was asked for nothing that can be seen. */
  | { readonly is: 'busy' }
  /** Not the network, but we: a bug, storage. `sent`: a call had been made. */
  | { readonly is: 'fault'; readonly error: unknown; readonly sent: boolean }
  /** The lane is lost or the publication was ended by somebody else: whatever we know counts no more. */
  | { readonly is: 'stopped' }

/** What a step does has to stop at once, whatever it catches. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface Turn {
  readonly grant: JsonObject
  /** No call is begun or goes on beyond it. */
  readonly deadline: Date
}

export const deadlineMsOf = (work: Work): number => work.step.deadlineMs ?? stepDefaults.deadlineMs

/**
 * Runs what a connector does with a publication in hand. Right before the first byte of each call the clock is looked
 * at: a process that stood still, or a machine that slept, must not send what an heir has long taken over.
 */
export async function tryStep<Result>(
  machine: Machine,
  work: Work,
  { grant, deadline }: Turn,
  run: (call: Call<JsonObject>) => Promise<Result>,
): Promise<Tried<Result> & { readonly publication: Publication }> {
  const { deps } = machine
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
      const kept = await save(machine, lane, publication, { memo })
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
      // The clock said no: nothing left, and it was not the network's doing.
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

/** A timer of the machine for what the movable clock decides. */
const leftMs = (clock: Clock, deadline: Date): number => Math.max(0, deadline.getTime() - clock.now().getTime())

export const deadlineFrom = (begun: Date, work: Work): Date => after(begun, deadlineMsOf(work))
