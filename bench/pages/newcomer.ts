import { screens, takeTour } from '../../test/web/newcomer.ts'
import { openInstallation } from '../../test/web/visitor.ts'
import { median, printTable } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Takes new owners to the goals of a newcomer: a post on three networks, one that a network rejects and its retry, a
 * signed webhook, and next week. Each round has a fresh installation, and a browser without files. The figures are the
 * clicks, and the seconds that a person waits for the machine: from the first page on, without pauses for reading and
 * typing. `npm run bench -- newcomer`.
 */
const { rounds } = readOptions({ rounds: 3 })
const most = { clicks: 15, seconds: 20 }

const rows: string[][] = []
for (const screen of ['desk', 'phone'] as const) {
  const tours: Awaited<ReturnType<typeof takeTour>>[] = []
  for (let round = 0; round < rounds; round++) {
    await using installation = await openInstallation()
    // From a checkout, the first page waits until the pages are built. A package contains them.
    await fetch(installation.url)
    await using visitor = await installation.visit(screens[screen])
    tours.push(await takeTour(visitor.page, installation.entrance, screen))
  }
  const secondsTo = (goal: 'firstPost' | 'all') => tours.map((tour) => tour[goal].seconds)
  const clicksTo = (goal: 'firstPost' | 'all') => String(Math.max(...tours.map((tour) => tour[goal].clicks)))
  const show = (seconds: readonly number[]) =>
    `${median(seconds).toFixed(1)} s (longest ${Math.max(...seconds).toFixed(1)})`
  rows.push([screen, clicksTo('firstPost'), show(secondsTo('firstPost')), clicksTo('all'), show(secondsTo('all'))])
}
printTable(['screen', 'clicks to the first post', 'machine time', 'clicks in all', 'machine time'], rows)
console.log(`wanted: at most ${most.clicks} clicks and ${most.seconds} s in all`)
