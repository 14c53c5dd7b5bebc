import assert from 'node:assert/strict'
import type { JsonObject, Verdict } from '#connectors/connector.ts'
import type { Stand, Taken, Walker } from './stand.ts'

/** Thrown where a process dies. Only saved state remains. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** Looks up a post like a person would, if no call can. Returns its ID or null. */
export type LookThere = () => Promise<string | null>

const triesMax = 30
/** The maximum number of steps, including waits. The engine would stop earlier. */
const stepsMax = 1_000
const backOffMs = 60_000

/**
 * Finishes a publication like the engine, without its database: retries what may be retried, finds what may have
 * happened, and rewinds if a handle has died. Returns the verdicts.
 */
export async function finishOff(
  stand: Stand,
  walker: Walker,
  renew?: () => Promise<JsonObject>,
  look?: LookThere,
): Promise<Verdict[]> {
  const met: Verdict[] = []
  for (let tries = 0, steps = 0; walker.step !== null; ) {
    steps += 1
    assert.ok(steps < stepsMax, `it does not end: ${walker.step}`)
    const taken = await walker.take()
    if (taken.next) continue
    tries += 1
    assert.ok(tries < triesMax, `it does not end: ${JSON.stringify(met.at(-1))}`)
    if (taken.error instanceof Killed) {
      await recover(walker, look)
      continue
    }
    const { verdict } = taken
    assert.ok(verdict, `it threw what no network says: ${String(taken.error)}`)
    met.push(verdict)
    await follow(stand, walker, verdict, taken, renew, look)
  }
  return met
}

async function follow(
  stand: Stand,
  walker: Walker,
  verdict: Verdict,
  taken: Taken,
  renew?: () => Promise<JsonObject>,
  look?: LookThere,
) {
  switch (verdict.is) {
    case 'retry': {
      const waitMs = (verdict.until?.getTime() ?? 0) - stand.now().getTime()
      stand.later(Math.max(backOffMs, waitMs))
      // The outcome is certain only after a complete refusal, or if nothing was sent.
      const isSure = taken.failure?.sent === 'no' || [429, 401].includes(taken.failure?.status ?? 0)
      if (walker.isVisible && !isSure) await recover(walker, look)
      return
    }
    case 'doubt':
      stand.later(backOffMs)
      return recover(walker, look)
    case 'again':
      return walker.goBack(verdict.from)
    case 'reauth':
      assert.ok(renew, `reconnecting was not expected: ${verdict.why}`)
      return walker.useGrant(await renew())
    case 'refused':
    case 'operator':
      return assert.fail(`${verdict.is}: ${verdict.why} ${taken.failure?.body}`)
    default:
      return verdict satisfies never
  }
}

/** Recovers from an attempt with an unknown outcome. */
async function recover(walker: Walker, look?: LookThere): Promise<void> {
  if (walker.repeat !== 'once') return
  const found = await walker.find()
  assert.notEqual(found, null, `${walker.step} is not to be repeated, and cannot be looked for`)
  if (found === 'unsure' && look) {
    const remoteId = await look()
    if (remoteId !== null) walker.accept({ memo: walker.memo, shown: { part: 0, remoteId, url: null }, end: true })
    return
  }
  assert.notEqual(found, 'unsure', `${walker.step}: a person would have to resolve the outcome`)
  if (found !== null && typeof found === 'object') walker.accept(found)
}
