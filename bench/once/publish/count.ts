import { sql } from 'kysely'
import type { RowStatus } from '#modules/publishing/index.ts'
import type { Entry } from './network.ts'
import { rollUps } from './owner.ts'
import type { NetworkPlan, RealNetwork } from './plan.ts'
import { wrongReplies } from './replies.ts'
import type { Scenario } from './scenarios.ts'
import type { PlacedTarget, Stage } from './stage.ts'

/** The results of a scenario on one network. Everything from `duplicates` to `untold` must be 0. */
export interface Tally {
  readonly scenario: string
  readonly kind: NetworkPlan['kind'] | `${RealNetwork} reply`
  targets: number
  duplicates: number
  /** Posts reported as published but missing, failed without a reason, or never sent. */
  losses: number
  /** Posts reported as failed although they were published. */
  falseFailures: number
  stuck: number
  /** Posts left unknown although their outcome could have been found. */
  undueUnknown: number
  /** Outcomes reported twice or not at all, and posts whose status disagrees with their targets. */
  untold: number
  unknown: number
  /** Notes about single targets. */
  readonly notes: string[]
}

/** A post or reply that a network shows. */
export interface Seen extends Pick<Entry, 'id' | 'text'> {
  /** True for a reply that is not under what it answers. */
  readonly isMisplaced?: boolean
}

interface Row {
  readonly targetId: string
  readonly network: string
  readonly status: RowStatus
  readonly errorCode: string | null
  readonly remoteId: string | null
  readonly isAhead: boolean
  readonly told: number
}

export const harm = (tally: Tally): number =>
  tally.duplicates + tally.losses + tally.falseFailures + tally.stuck + tally.undueUnknown + tally.untold

export async function countUp(
  { deps }: Stage,
  scenario: Scenario,
  plans: readonly NetworkPlan[],
  targets: readonly PlacedTarget[],
  ledgers: ReadonlyMap<string, readonly Seen[]>,
): Promise<Tally[]> {
  const ids = targets.map(({ id }) => id)
  const { rows } = await sql<Row>`
    select p.target_id, p.network, p.status, p.error_code, p.remote_id, p.due_at > ph.now() - interval '10 s' as is_ahead,
      (select count(*) from bench_change c where c.target_id = p.target_id and c.to_status = p.status
        and c.from_status <> c.to_status)::int as told
    from publication p where p.target_id = any(${ids}::uuid[])`.execute(deps.db)
  const rowOf = new Map(rows.map((row) => [row.targetId, row]))
  const wrongPosts = await wrongRollUps(deps.db, ids)
  const wrongAnswers = await wrongReplies(deps.db, ids)
  const tallies = new Map<string, Tally>()
  for (const plan of plans) {
    const kind = plan.replies ? (`${plan.kind} reply` as Tally['kind']) : plan.kind
    const tally = tallies.get(kind) ?? { scenario: scenario.name, kind, ...none, notes: [] }
    tallies.set(kind, tally)
    const there = new Map<string, string[]>()
    for (const { text, id, isMisplaced } of ledgers.get(plan.id) ?? []) {
      there.set(text, [...(there.get(text) ?? []), id])
      if (isMisplaced) tally.losses += 1
    }
    for (const target of targets) {
      const row = rowOf.get(target.id)
      if (target.network === plan.id) countOne(tally, scenario, target, row, there)
    }
    const wrong = wrongPosts.filter(({ network }) => network === plan.id)
    const wrongHere = wrongAnswers.filter(({ network }) => network === plan.id)
    tally.untold += wrong.length + wrongHere.length
    tally.notes.push(...wrongHere.map(({ network, says, is }) => `${network}: a reply is ${says}, and should be ${is}`))
    tally.notes.push(...wrong.map(({ network, says, is }) => `${network}: a post says ${says}, and its targets ${is}`))
  }
  return [...tallies.values()]
}

const none = {
  targets: 0,
  duplicates: 0,
  losses: 0,
  falseFailures: 0,
  stuck: 0,
  undueUnknown: 0,
  untold: 0,
  unknown: 0,
}

function countOne(
  tally: Tally,
  scenario: Scenario,
  { texts }: PlacedTarget,
  row: Row | undefined,
  there: ReadonlyMap<string, readonly string[]>,
): void {
  tally.targets += 1
  const perPart = texts.map((text) => there.get(text)?.length ?? 0)
  tally.duplicates += perPart.reduce((sum, count) => sum + Math.max(0, count - 1), 0)
  const shown = perPart.filter((count) => count > 0).length
  const wanted = scenario.fault === 'last part refused' ? texts.length - 1 : texts.length
  switch (row?.status) {
    case 'published': {
      const isWhole = row.errorCode === null
      if (shown < wanted || (isWhole && shown < texts.length) || (!isWhole && wanted === texts.length))
        tally.losses += 1
      if (row.told !== 1 || !(there.get(texts[0] ?? '') ?? []).includes(row.remoteId ?? '')) {
        tally.untold += 1
        tally.notes.push(
          `${texts[0]}: reported ${row.told} times, as ${row.remoteId}, and the network has ${there.get(texts[0] ?? '')}`,
        )
      }
      return
    }
    case 'unknown':
      tally.unknown += 1
      if (tally.kind !== 'none' || !scenario.mayBeUnknown) tally.undueUnknown += 1
      return
    case 'failed':
      if (shown > 0) tally.falseFailures += 1
      else tally.losses += 1
      return
    case 'cancelled':
    case undefined:
      tally.losses += 1
      return
    default:
      if (row?.isAhead) tally.losses += shown < wanted ? 1 : 0
      else tally.stuck += 1
  }
}

/** Returns the posts whose status disagrees with their targets. */
async function wrongRollUps(db: Stage['deps']['db'], targetIds: readonly string[]) {
  const should = await rollUps(db, targetIds)
  const { rows } = await sql<{ id: string; status: string; network: string }>`
    select p.id, p.status, min(t.network) as network from bench_post p join bench_target t on t.post_id = p.id
    where p.id = any(${[...should.keys()]}::uuid[]) group by p.id, p.status`.execute(db)
  return rows.flatMap(({ id, status, network }) => {
    const is = should.get(id)
    return is === status ? [] : [{ network, says: status, is }]
  })
}
