import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands, type ListedCommand, UsageFault } from '#app/commands/index.ts'
import type { Environment } from '#infra/config/environment.ts'

/** The command's source of settings and the destinations of its output. */
interface Terminal {
  readSettings(): Promise<Environment>
  say(message: string): void
  /** Prints a message that is no part of the output proper, such as an error. */
  complain(message: unknown): void
  /** Asks a person and returns the typed answer. Returns null when no person is there. */
  ask(question: string): Promise<string | null>
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

/** Runs the command that a user typed after `posthorn`, and returns the exit status. */
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
  listed: ListedCommand,
  name: string,
  args: readonly string[],
  { readSettings, say, complain, ask }: Terminal,
): Promise<number> {
  try {
    const { loadConfig } = await import('#app/config.ts')
    const settings = await readSettings()
    const command = await listed.read()
    return await command.run({
      args,
      version,
      readConfig: (instead = {}) => loadConfig(settings, instead),
      environment: settings,
      say,
      note: complain,
      ask,
    })
  } catch (error) {
    if (error instanceof UsageFault) {
      complain(`posthorn ${name} ${error.message}.`)
      return 2
    }
    const { sentenceFor } = await import('#app/commands/sentence-for.ts')
    complain(sentenceFor(error) ?? error)
    return 1
  }
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([each, { usage, about }]) => `  ${`${each} ${usage}`.trim().padEnd(64)} ${about}`,
  )
  return `posthorn <command>\n\n${lines.join('\n')}\n\nSettings come from the environment and .env; docs/settings.md lists them.`
}
