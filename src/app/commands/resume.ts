import { findHold, findLastSeen, releaseHold } from '#modules/installation/index.ts'
import { createPlanner } from '#modules/planning/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { type Recollection, recallSent, settleRecalled } from '#modules/publishing/index.ts'
import { type Deps, installationDeps } from '../deps.ts'
import { type Command, type CommandContext, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

/**
 * Resumes publishing after a restore. Asks each network which of the due posts are already published, shows the result,
 * and asks for confirmation. Posts that are already there are marked as published, absent ones are published, and the
 * authors decide about the rest.
 */
export const resume: Command = {
  async run(context) {
    const isAgreed = readYes(context.args)
    return await withDeps(context.readConfig(), context.say, (deps) => resumeWith(deps, context, isAgreed))
  },
}

function readYes(args: readonly string[]): boolean {
  if (args.some((word) => word !== '--yes')) throw new UsageFault('accepts no arguments except --yes')
  return args.length > 0
}

async function resumeWith(deps: Deps, { say, ask }: CommandContext, isAgreed: boolean): Promise<number> {
  if ((await findHold(deps.db)) === null) {
    say('Nothing is on hold.')
    return 0
  }
  // The ticks create the due runs and enqueue every due post. A hold keeps them in the queue.
  await createPlanner(deps).tick()
  await createDispatcher(deps).tick()
  const since = (await findLastSeen(deps.db)) ?? new Date(0)
  const recollections = await recallSent(deps, { since, signal: new AbortController().signal, includesHeld: true })
  for (const line of tableOf(recollections)) say(line)
  if (!isAgreed && (await ask('Release the hold? Type yes:'))?.trim() !== 'yes') {
    say('Still on hold. In a script, run `posthorn resume --yes`.')
    return 1
  }
  await settleRecalled(deps, recollections)
  await releaseHold(installationDeps(deps))
  say('Released: due posts are now being published.')
  return 0
}

const columns = [
  ['there', 'already there'],
  ['absent', 'will be published'],
  ['unsure', 'cannot check'],
] as const
const width = 20

function tableOf(recollections: readonly Recollection[]): string[] {
  if (recollections.length === 0) return ['No post is due.']
  const row = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(12) + cells.map((cell) => String(cell).padStart(width)).join('')
  const counts = (some: readonly Recollection[]): number[] =>
    columns.map(([is]) => some.filter((one) => one.is === is).length)
  const byNetwork = [...Map.groupBy(recollections, ({ network }) => network)].sort(([a], [b]) => a.localeCompare(b))
  return [
    row(
      'due posts',
      columns.map(([, title]) => title),
    ),
    ...byNetwork.map(([network, some]) => row(network, counts(some))),
    row('all', counts(recollections)),
    '"Already there" posts are marked as published. "Cannot check" posts are not sent; their authors must resolve them.',
  ]
}
