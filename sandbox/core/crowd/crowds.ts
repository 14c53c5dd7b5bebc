import { BadControl } from '../control/control-input.ts'
import { Refused } from '../http/request.ts'
import type { Clock } from '../kit/clock.ts'
import type { Network } from '../network.ts'
import { type CrowdStep, type CrowdWish, planCrowd } from './plan-crowd.ts'

interface Crowd extends CrowdWish {
  readonly id: number
  readonly network: string
  readonly account: string
  /** The post that they comment on. Null for the latest. */
  readonly post: string | null
  readonly startedAt: Date
  /** The number of things that they will do, have done, and could not do, such as replying to a deleted comment. */
  readonly planned: number
  readonly done: number
  readonly failed: number
}

export interface Crowds {
  start(network: Network, wish: CrowdWish & { readonly account: string; readonly post: string | null }): Crowd
  /** Lists the crowds that are at work, and the latest ones that have ended. */
  list(): readonly Crowd[]
  /** Ends one crowd, or all. What they wrote stays. Returns how many. */
  stop(id?: number): number
  /** Does everything that is due by the clock. */
  catchUp(): void
}

/** The maximum number of crowds at the same time, and of those that are listed. */
const atOnce = 10
const listedMost = 20

interface Running {
  crowd: Crowd
  readonly network: Network
  readonly steps: readonly CrowdStep[]
  readonly startMs: number
  readonly ids: Map<number, string>
  next: number
}

/** The longest text that a network's people can write, with room for the name of whom they mention. */
const longest: Readonly<Record<string, number>> = {
  bluesky: 250,
  x: 250,
  mastodon: 450,
  threads: 500,
  instagram: 2_200,
  facebook: 8_000,
}

/** People who comment by the sandbox's clock, as they do in the networks' own apps. */
export function createCrowds(clock: Clock): Crowds {
  let all: Running[] = []
  let ids = 0
  const isOver = ({ next, steps }: Running) => next >= steps.length

  function run(one: Running): void {
    for (let step = one.steps[one.next]; step && one.startMs + step.afterMs <= clock.ms(); step = one.steps[one.next]) {
      one.next += 1
      const isDone = act(one, step)
      one.crowd = { ...one.crowd, [isDone ? 'done' : 'failed']: one.crowd[isDone ? 'done' : 'failed'] + 1 }
    }
  }

  return {
    start(network, { account, post, people, minutes, seed, pace }) {
      if (!network.acts.comment) throw new BadControl(`No one can comment on ${network.title}.`, 'network')
      if (all.filter((one) => !isOver(one)).length >= atOnce)
        throw new BadControl(`At most ${atOnce} crowds at the same time.`, 'network')
      const steps = planCrowd({ people, minutes, seed, pace })
      ids += 1
      const wish = { people, minutes, seed, pace, account, post }
      const counts = { planned: steps.length, done: 0, failed: 0 }
      const crowd: Crowd = { id: ids, network: network.id, ...wish, startedAt: clock.now(), ...counts }
      all = [...all, { crowd, network, steps, startMs: clock.ms(), ids: new Map(), next: 0 }].slice(-listedMost)
      return crowd
    },
    list: () => all.map(({ crowd }) => crowd),
    stop(id) {
      const before = all.length
      all = id === undefined ? [] : all.filter(({ crowd }) => crowd.id !== id)
      return before - all.length
    },
    catchUp() {
      for (const one of all) run(one)
    },
  }
}

/** Returns false for an act that the network has not, or that is impossible now. */
function act({ network, crowd, ids }: Running, { does, nth, under, by, text }: CrowdStep): boolean {
  const { acts } = network
  const body = [...text].slice(0, longest[network.id] ?? 10_000).join('')
  const to = under === null ? crowd.post : (ids.get(under) ?? null)
  const id = ids.get(nth)
  try {
    if (does === 'edit' || does === 'delete') {
      const change = acts[does === 'edit' ? 'edit_comment' : 'delete_comment']
      if (!change || id === undefined) return false
      change(crowd.account, { id, body })
      return true
    }
    const write = (does === 'mention' ? acts.mention : undefined) ?? acts.comment
    const made = write?.(crowd.account, { body, by, ...(to === null ? {} : { to }) }) as
      | { readonly id?: string; readonly uri?: string }
      | undefined
    const madeId = made?.id ?? made?.uri
    if (madeId !== undefined) ids.set(nth, madeId)
    return madeId !== undefined
  } catch (error) {
    if (error instanceof BadControl || error instanceof Refused) return false
    throw error
  }
}
