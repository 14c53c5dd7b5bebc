import { commands, type ListedCommand, UsageFault } from '#app/commands/index.ts'
import { version } from '#app/node/version.ts'
import type { Environment } from '#infra/config/environment.ts'
import { nearestWord } from '#kernel/text/nearest.ts'
import { describeCommand, listCommands } from './help.ts'

/** The command's source of settings and the destinations of its output. */
interface Terminal {
  readSettings(): Promise<Environment>
  say(message: string): void
  /** Prints a message that is no part of the output proper, such as an error. */
  complain(message: unknown): void
  /** Asks a person and returns the typed answer. Returns null when no person is there. */
  ask(question: string): Promise<string | null>
}

/** Runs the command that a user typed after `posthorn`, and returns the exit status. */
export async function answer([name = 'help', ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const tell = (message: string): 0 => {
    terminal.say(message)
    return 0
  }
  const find = (word: string | undefined) =>
    word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined
  const [asked] = name === 'help' ? args : [name]
  const wantsHelp = name === 'help' || [name, ...args].some((word) => word === '--help' || word === '-h')
  const command = find(name === 'help' ? asked : name)
  if (wantsHelp) {
    if (command && asked !== undefined) return tell(describeCommand(asked, command))
    if (asked === undefined || asked.startsWith('-')) return tell(listCommands(commands))
  }
  if (name === '--version') return tell(version)
  if (command) return await carryOut(command, name, args, terminal)
  const unknown = asked ?? name
  const meant = nearestWord(unknown, Object.keys(commands))
  const hint = meant ? `Did you mean \`posthorn ${meant}\`?` : '`posthorn help` lists the commands.'
  terminal.complain(`posthorn knows no command ${JSON.stringify(unknown)}. ${hint}`)
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
      complain(`posthorn ${name} ${error.message}.\n\`posthorn ${name} --help\` has examples.`)
      return 2
    }
    const { sentenceFor } = await import('#app/commands/sentence-for.ts')
    complain(sentenceFor(error) ?? error)
    return 1
  }
}
