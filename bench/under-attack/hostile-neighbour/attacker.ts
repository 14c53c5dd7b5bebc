import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Hostility, hostilities } from './hostilities.ts'
import type { AttackPlan, AttackSaid, Target } from './plan.ts'

/** The hostile tenant, in its own process, until it is stopped. */
// The tenant's own machine would do this work, so it must not take processor time from the server.
setPriority(constants.priority.PRIORITY_LOW)
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => void attack(plan as AttackPlan))

const statuses: Record<string, number> = {}
const say = (isReady: boolean): void => {
  const report: AttackSaid = { isReady, statuses }
  process.send?.(report)
}

async function attack({ target, names }: AttackPlan): Promise<void> {
  const chosen = names.flatMap((name) => hostilities[name] ?? [])
  for (const one of chosen) await one.prepare?.(target)
  process.once('SIGTERM', () => {
    say(true)
    process.exit(0)
  })
  say(true)
  setInterval(() => say(true), 500)
  await Promise.all(chosen.map((one) => keepSending(one, target)))
}

/** Sends at the rate of the attack. A response that asks the attacker to wait does not slow it down. */
async function keepSending({ perSecond, inFlight, send }: Hostility, target: Target): Promise<void> {
  let open = 0
  for (let nth = 0; ; nth += 1) {
    if (open < inFlight) {
      open += 1
      send(target, nth)
        .catch(() => 0)
        .then((status) => {
          open -= 1
          statuses[status] = (statuses[status] ?? 0) + 1
        })
    }
    await sleep(1_000 / perSecond)
  }
}
