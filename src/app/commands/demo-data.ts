import { parseArgs } from 'node:util'
import type { Config } from '#infra/config/config.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import { findFirstUser, findUserByEmail } from '#modules/identity/index.ts'
import type { Deps } from '../deps.ts'
import { makeDemoData } from '../development/demo/make-demo-data.ts'
import { startSandbox, withSandboxAt } from '../development/sandbox-process.ts'
import { callerFor } from '../development/seeds.ts'
import { type Command, type CommandContext, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

type Say = CommandContext['say']

/** Creates a profile with sample posts and metrics. Works whether or not Posthorn is running. */
export const demoData: Command = {
  async run({ args, readConfig, say }) {
    const params = readOptions(args)
    const config = readConfig()
    if (!config.sandbox) {
      say('Demo data needs the sandbox, which is off. Set SANDBOX=on on an installation that no one else uses.')
      return 1
    }
    const sandbox = await findSandbox(config, say)
    try {
      return await withDeps(sandbox.config, say, (deps) => make(deps, params, say))
    } finally {
      await sandbox.stop()
    }
  },
}

interface DemoOptions {
  readonly months: number
  readonly seed: number
  readonly email: string | null
}

function readOptions(args: readonly string[]): DemoOptions {
  const options = { months: { type: 'string' }, email: { type: 'string' }, seed: { type: 'string' } } as const
  const { values } = readArguments(() => parseArgs({ args: [...args], options }))
  const number = (name: 'months' | 'seed', fallback: number, most: number): number => {
    const value = Number(values[name] ?? fallback)
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new UsageFault(`expects --${name} with a number from 1 to ${most}`)
    return value
  }
  return { months: number('months', 12, 24), seed: number('seed', 1, 2 ** 31), email: values.email ?? null }
}

function readArguments<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error))
  }
}

async function make(deps: Deps, { email, ...options }: DemoOptions, say: Say): Promise<number> {
  const owner = await (email === null ? findFirstUser(deps.db) : findUserByEmail(deps.db, email))
  if (!owner) {
    say(email === null ? 'No users exist yet. Sign up first, or run posthorn dev.' : `No user has the email ${email}.`)
    return 1
  }
  const demo = await makeDemoData(deps, callerFor({ ...owner, uid: owner.id }, deps.clock.now()), options)
  say(`Created the profile ${demo.name} for ${owner.email}: ${demo.accounts} accounts, ${demo.posts} published posts.`)
  return 0
}

/** Uses the sandbox of a running Posthorn. If none is running, starts one for the duration of the command. */
async function findSandbox(
  config: Config,
  say: CommandContext['say'],
): Promise<{ config: Config; stop(): Promise<void> }> {
  const { port, url } = config.sandbox ?? { port: 0, url: '' }
  if (await answers(url)) return { config, stop: async () => {} }
  const started = await startSandbox({ port, dataDir: config.dataDir, say })
  return { config: started.url === null ? config : withSandboxAt(config, started.url), stop: started.stop }
}

async function answers(url: string): Promise<boolean> {
  const outbound = createOutbound({ operatorOrigins: [url], userAgent: 'Posthorn' })
  try {
    await outbound.request({ url, timeoutMs: seconds(5), maxBytes: 10_000_000 })
    return true
  } catch {
    return false
  } finally {
    await outbound.close()
  }
}
