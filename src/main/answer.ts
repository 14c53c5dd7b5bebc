import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, commands, sentenceFor, UsageFault } from '#app/commands/index.ts'
import { type Environment, loadConfig } from '#infra/config/load.ts'

/** Where the words come from, and where what is said goes. */
export interface Terminal {
  readSettings(): Environment
  say(message: string): void
  /** What does not belong to the answer. */
  complain(message: unknown): void
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

/** Does what somebody typed after `posthorn`, and returns the exit status. */
export async function answer([name = 'help', ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const tell = (message: string): 0 => {
    terminal.say(message)
    return 0
  }
  if (name === 'help' || [name, ...args].some((word) => word === '--help' || word === '-h')) return tell(help())
  if (name === '--version') return tell(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return await carryOut(command, name, args, terminal)
  terminal.complain(`posthorn knows no command ${JSON.stringify(name)}.\n\n${help()}`)
  return 2
}

async function carryOut(
  chosen: Command,
  name: string,
  args: readonly string[],
  { readSettings, say, complain }: Terminal,
): Promise<number> {
  try {
    const readConfig = (instead = {}) => loadConfig(readSettings(), instead)
    return await chosen.run({ args, version, readConfig, say })
  } catch (error) {
    const usage = error instanceof UsageFault ? `posthorn ${name} ${error.message}.` : null
    complain(usage ?? sentenceFor(error) ?? error)
    return usage ? 2 : 1
  }
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([each, { usage, about }]) => `  ${`${each} ${usage}`.trim().padEnd(64)} ${about}`,
  )
  return `posthorn <command>\n\n${lines.join('\n')}\n\nSettings come from the environment and .env; docs/settings.md lists them.`
}
