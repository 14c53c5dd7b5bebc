import { CallFailed, type Connector, type Verdict } from '#connectors/connector.ts'
import type { Act } from '#connectors/contract/inbox-acts.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { after, hours, minutes, seconds } from '#kernel/clock.ts'
import { httpFor, liveGrant } from '#modules/accounts/index.ts'
import type { LookDeps } from '../deps.ts'
import { listMissingForAct, sayMissingForAct } from '../missing-scopes.ts'
import { deleteItems } from '../reading/recheck.ts'
import {
  type ActAccount,
  type ActProblem,
  actDone,
  actFailed,
  actLater,
  beginAct,
  type DueAct,
  findDueAct,
  noteOnItem,
  readAccountToAct,
  suspendActs,
} from '../store/acts.ts'
import { lockConversation } from '../store/conversations.ts'
import { listPossibleActs } from './possible-acts.ts'

/** The acts of one turn. The others follow after other accounts have had theirs. */
const actsOfTurn = 20
/** A call begins only under a lease that lasts longer. */
const callMs = seconds(20)
/** The waits after failures that may pass. After the last of them, the act has failed. */
const waitsMs = [seconds(30), minutes(2), minutes(10), hours(1), hours(3)]
/** A limit that lasts longer is waited for in steps. */
const longestLimitMs = hours(12)

interface Turn {
  readonly worked: number
  readonly more: boolean
}

/**
 * Carries out what a team wants done with items of an account, one call at a time. The wanted state is a row, and each
 * act may be repeated, so a process that dies between a call and its record only repeats the call.
 */
export async function carryOutActs(deps: LookDeps, lane: LaneKey, signal: AbortSignal): Promise<Turn> {
  const account = await readAccountToAct(deps.db, lane.id)
  if (!account) return { worked: 0, more: false }
  let worked = 0
  while (worked < actsOfTurn && !signal.aborted) {
    const act = await findDueAct(deps.db, account.id, deps.clock.now())
    if (!act) return { worked, more: false }
    const outcome = await tryAct(deps, { account, act, lane, signal })
    if (outcome === 'lost' || !(await record(deps, { account, act, lane }, outcome))) return { worked, more: false }
    worked += 1
    if (outcome.is === 'done' && outcome.gapMs > 0) return { worked, more: true }
    if (outcome.is === 'later' && outcome.isForAccount) return { worked, more: false }
  }
  return { worked, more: true }
}

type Outcome =
  | { readonly is: 'done'; readonly gapMs: number }
  /** `isKnown`: the network certainly did nothing. */
  | { readonly is: 'failed'; readonly problem: ActProblem; readonly isKnown: boolean }
  | { readonly is: 'later'; readonly problem: ActProblem; readonly until: Date; readonly isForAccount: boolean }

interface ToDo {
  readonly account: ActAccount
  readonly act: DueAct
  readonly lane: LaneKey
  readonly signal: AbortSignal
}

/** Makes the call of an act, unless it is clear that it cannot or must not be made, or the lane was lost. */
async function tryAct(deps: LookDeps, todo: ToDo): Promise<Outcome | 'lost'> {
  const { account, act, lane } = todo
  const connector = deps.connectors[account.network]
  const code = connector?.inbox?.acts?.[act.act]
  // What is removed was checked when it was wanted, and is checked again: nothing brings back a post.
  if (!connector || !code || !listPossibleActs(connector, act).includes(act.act))
    return failed('act_not_available', 'This is no longer possible.')
  const missing = listMissingForAct(connector, act.act, account.scopes)
  if (missing.length > 0) return failed('permission_missing', sayMissingForAct(act.act, missing))
  if (!account.isActive) return failed('reconnect', 'The account must be reconnected.')
  if (act.tries > waitsMs.length) return failed('unreachable', 'The network could not be reached.', false)
  const isOurs = await inTx(deps.db, async (tx) => {
    if (!(await deps.claim.stillHolds(tx, lane, callMs))) return false
    await beginAct(tx, act)
    return true
  })
  return isOurs ? call(deps, { ...todo, connector, code }) : 'lost'
}

const failed = (code: string, message: string, isKnown = true): Outcome => ({
  is: 'failed',
  problem: { code, message },
  isKnown,
})

interface ToCall extends ToDo {
  readonly connector: Connector
  readonly code: Act<never>
}

async function call(deps: LookDeps, { account, act, connector, code, signal }: ToCall): Promise<Outcome> {
  const { network, mode, remoteId: accountId, handle } = account
  const item = { ...act, isOwn: act.direction === 'out' }
  let refreshIfOlderThan = 0
  for (let attempts = 0; ; attempts += 1) {
    try {
      const live = await liveGrant(deps, account.id, { signal, refreshIfOlderThan })
      if ('lost' in live) return failed('reconnect', live.lost)
      const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
      try {
        await code.run({ grant: live.grant as never, http, signal, accountId, handle }, item, act.wanted)
        return { is: 'done', gapMs: code.gapMs ?? 0 }
      } catch (error) {
        const verdict = error instanceof CallFailed ? verdictOf(deps, connector, act, error) : null
        if (verdict?.is !== 'reauth' || verdict.final || attempts > 0) throw error
        refreshIfOlderThan = live.version
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      deps.log.warn({ event: 'inbox.act_failed', err: error, accountId: account.id, act: act.act }, 'An act failed')
      return outcomeOf(deps, act, verdictOf(deps, connector, act, error))
    }
  }
}

const verdictOf = ({ clock }: LookDeps, connector: Connector, { act }: DueAct, { failure }: CallFailed): Verdict =>
  connector.judge(failure, act, clock.now()) ?? defaultVerdict(failure, 'safe', clock.now())

function outcomeOf({ clock }: LookDeps, { tries }: DueAct, verdict: Verdict): Outcome {
  if (verdict.is === 'refused') return failed(verdict.code, verdict.why)
  if (verdict.is === 'reauth')
    return failed(verdict.code === 'permission_missing' ? 'permission_missing' : 'reconnect', verdict.why)
  const waitMs = waitsMs[tries]
  if (waitMs === undefined) return failed('unreachable', verdict.why, false)
  const now = clock.now()
  const isForAccount = verdict.is === 'operator' || (verdict.is === 'retry' && verdict.of !== 'call')
  const limitMs = verdict.is === 'retry' && verdict.until ? verdict.until.getTime() - now.getTime() : 0
  const until = after(now, Math.max(waitMs, Math.min(limitMs, longestLimitMs)))
  return { is: 'later', problem: { code: 'unreachable', message: verdict.why }, until, isForAccount }
}

/** Records the outcome of an act. Returns false if the account was leased by another process. */
function record(deps: LookDeps, { account, act, lane }: Omit<ToDo, 'signal'>, outcome: Outcome): Promise<boolean> {
  const { db, claim, emit } = deps
  const { ownerUid, profileId, network, id: accountId } = account
  const { conversationId, byUid } = act
  return inTx(db, async (tx) => {
    if (!(await claim.stillHolds(tx, lane))) return false
    await lockConversation(tx, conversationId)
    await write(deps, tx, { act, accountId }, outcome)
    if (outcome.is !== 'later')
      await emit(tx, { type: 'inbox.changed', byUid, ownerUid, profileId, accountId, network, conversationId })
    return true
  })
}

async function write(
  deps: LookDeps,
  tx: Tx,
  { act, accountId }: { readonly act: DueAct; readonly accountId: string },
  outcome: Outcome,
): Promise<void> {
  const now = deps.clock.now()
  switch (outcome.is) {
    case 'done':
      await actDone(tx, act)
      if (act.act === 'remove') await deleteItems(deps, tx, [act.itemId])
      await noteOnItem(tx, act, now)
      if (outcome.gapMs > 0) await suspendActs(tx, accountId, after(now, outcome.gapMs))
      break
    case 'failed':
      await actFailed(tx, act, outcome)
      break
    case 'later':
      await actLater(tx, act, outcome)
      if (outcome.isForAccount) await suspendActs(tx, accountId, outcome.until)
      break
    default:
      outcome satisfies never
  }
}
