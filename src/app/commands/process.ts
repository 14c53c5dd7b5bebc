import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#kernel/caller.ts'
import { findUserByEmail, hasUsers } from '#modules/identity/index.ts'
import type { Deps } from '../deps.ts'
import { makeDemoData } from '../development/demo/make-demo-data.ts'
import { logins, seed, seedPassword } from '../development/seeds.ts'
import { type Role, type RunOptions, run } from '../run.ts'
import { type Command, type CommandContext, requireNoArguments } from './command.ts'

export const processCommand = (roles: readonly Role[]): Command => ({
  run: (context) => runUntilStopped(context, { roles }),
})

/**
 * Runs until SIGTERM or SIGINT, then shuts down cleanly and exits with status 0. A second signal more than one second
 * later exits immediately. Ctrl-C can arrive twice at the same moment, from the terminal and from npm or another
 * launcher: that counts as one signal.
 */
async function runUntilStopped(
  { args, readConfig, say, onUnread, version }: CommandContext,
  { instead, ...options }: Omit<RunOptions, 'say'> & { readonly instead?: Readonly<Record<string, string>> },
): Promise<number> {
  requireNoArguments(args)
  // The service can outlive the reader of its log: in `posthorn start | tee posthorn.log`, Ctrl-C ends `tee` first.
  onUnread(() => {})
  say(`Posthorn ${version}`)
  const signals = listenToSignals()
  const running = await run(readConfig(instead), { ...options, say: (message) => say(`  ${message}`) })
  const reason = await Promise.race([signals.first, running.failed])
  say(reason ? `  ${reason}` : '  stopping')
  await running.stop()
  return reason ? 1 : 0
}

const sameSignalMs = 1_000

function listenToSignals(): { readonly first: Promise<null> } {
  const first = Promise.withResolvers<null>()
  let impatient = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (impatient) process.exit(1)
      first.resolve(null)
      void sleep(sameSignalMs, undefined, { ref: false }).then(() => {
        impatient = true
      })
    })
  }
  return { first: first.promise }
}

/** Runs Posthorn for its developers: in a separate data folder and with sample users and profiles. */
export const dev: Command = {
  run: (context) =>
    runUntilStopped(context, {
      roles: ['api', 'worker'],
      instead: { DATA_DIR: './data-dev' },
      prepare: (deps) => offerSamples(deps, (message) => context.say(`  ${message}`)),
    }),
}

/** Creates the sample data, unless the database already has users. Prints the logins on each start. */
async function offerSamples(deps: Deps, say: (message: string) => void): Promise<void> {
  const seeded = (await hasUsers(deps.db)) ? null : await seed(deps)
  if (!(await findUserByEmail(deps.db, logins.ada.email))) return
  for (const { email } of Object.values(logins)) say(`Sign in    ${email}, password "${seedPassword}"`)
  if (!seeded) return
  say(`API key    ${seeded.keys.wide.key} (${logins.ada.name}’s, shown only once)`)
  if (deps.config.sandbox) await offerYear(deps, seeded.people.ada.caller, say)
}

/** Gives Ada a profile with a year of posts and metrics. */
async function offerYear(deps: Deps, ada: Caller, say: (message: string) => void): Promise<void> {
  const { name, posts } = await makeDemoData(deps, ada, { months: 12, seed: 1 })
  say(`Demo       the profile ${name} has a year of metrics from ${posts} posts`)
}
