import { setTimeout as sleep } from 'node:timers/promises'
import type { TcpProxy } from '#test/servers/tcp-proxy.ts'
import { createLuck } from './luck.ts'
import type { World } from './world.ts'

export interface Toll {
  workersKilled: number
  apisKilled: number
  frozen: number
  cutFromNetworks: number
  cutFromDatabase: number
  databasesKilled: number
}

interface DisasterPlan {
  readonly seed: number
  isOver(): boolean
}

/** Longer than a lease of 30 s, so that other workers hold the lanes when a frozen worker wakes. */
const frozenMs = [33_000, 40_000] as const

/** Causes each kind of disaster independently, so that they overlap. At the end everything is repaired. */
export async function causeDisasters(world: World, { seed, isOver }: DisasterPlan): Promise<Toll> {
  const toll: Toll = {
    workersKilled: 0,
    apisKilled: 0,
    frozen: 0,
    cutFromNetworks: 0,
    cutFromDatabase: 0,
    databasesKilled: 0,
  }
  const pause = async (ms: number): Promise<void> => {
    for (const until = performance.now() + ms; !isOver() && performance.now() < until; ) await sleep(50)
  }
  const again = async (
    nth: number,
    everyMs: number,
    happen: (luck: ReturnType<typeof createLuck>) => Promise<void>,
  ) => {
    const luck = createLuck(seed * 31 + nth)
    for (;;) {
      await pause(everyMs * luck.between(0.4, 1.6))
      if (isOver()) return
      await happen(luck)
    }
  }
  const cut = async (line: TcpProxy, luck: ReturnType<typeof createLuck>, silentMs: number): Promise<void> => {
    if (luck.happens(0.5)) line.refuse()
    else line.silence()
    await pause(luck.between(500, silentMs))
    line.heal()
  }
  let icy = ''
  await Promise.all([
    again(1, 6_000, async (luck) => {
      const worker = luck.oneOf(world.workers)
      if (worker.name === icy || !worker.isUp()) return
      worker.kill()
      toll.workersKilled += 1
    }),
    again(2, 12_000, async (luck) => {
      // At least one API must respond to the users, or nothing is tested.
      if (!world.apis.every((api) => api.isUp())) return
      luck.oneOf(world.apis).kill()
      toll.apisKilled += 1
    }),
    again(3, 1_500, async (luck) => {
      const worker = luck.oneOf(world.workers)
      icy = worker.name
      worker.freeze()
      toll.frozen += 1
      // Even when the rest is over, because the worker must wake after its leases have expired.
      await sleep(luck.between(...frozenMs))
      worker.thaw()
      icy = ''
    }),
    again(4, 9_000, async (luck) => {
      toll.cutFromNetworks += 1
      await cut(world.toNetworks, luck, 9_000)
    }),
    again(5, 13_000, async (luck) => {
      toll.cutFromDatabase += 1
      await cut(world.toDatabase, luck, 6_000)
    }),
    again(6, 20_000, async () => {
      toll.databasesKilled += 1
      await world.killDatabase().catch(() => {})
    }),
  ])
  return toll
}
