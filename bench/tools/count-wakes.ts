import timers from 'node:timers'
import { countStatements } from './count-statements.ts'

/**
 * Counts the statements and timers of a process that loads it with `--import`. On SIGUSR2 it prints them, with the most
 * frequent statements, and resets the counts.
 */
const statements = new Map<string, number>()
countStatements(statements)
let timersFired = 0
const setters = globalThis as unknown as Record<
  string,
  (work: (...given: unknown[]) => unknown, ...rest: unknown[]) => unknown
>
for (const name of ['setTimeout', 'setInterval']) {
  const plain = setters[name]
  if (!plain) continue
  const counting = (work: (...given: unknown[]) => unknown, ...rest: unknown[]) =>
    plain(
      (...given) => {
        timersFired += 1
        return work(...given)
      },
      ...rest,
    )
  setters[name] = counting
  Object.assign(timers, { [name]: counting })
}
process.on('SIGUSR2', () => {
  const often = [...statements].sort(([, one], [, other]) => other - one).slice(0, 8)
  const sum = [...statements.values()].reduce((all, one) => all + one, 0)
  console.log(`counted ${JSON.stringify({ statements: sum, timers: timersFired, often })}`)
  statements.clear()
  timersFired = 0
})
