import type { Caller } from '#kernel/caller.ts'
import { findUserByEmail, hasUsers } from '#modules/identity/index.ts'
import type { Deps } from '../deps.ts'
import { makeDemoData } from '../development/demo/make-demo-data.ts'
import { logins, seed, seedPassword } from '../development/seeds.ts'
import type { Command } from './command.ts'
import { runUntilStopped } from './process.ts'

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
