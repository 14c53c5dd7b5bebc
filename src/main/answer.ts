import { version } from '#app/node/version.ts'
import { type Terminal as ScreenAndKeys, UsageFault } from '#cli/command.ts'
import type { Environment } from '#infra/config/environment.ts'
import { describeCommand, listCommands } from './help.ts'
import { type Found, findCommand, findMeant, sections } from './table.ts'

/** The command's settings, inputs and outputs. */
export interface Terminal extends Omit<ScreenAndKeys, 'note'> {
  /** The environment without `.env`. */
  readonly environment: Environment
  /** Reads the settings of the service: the environment, and `.env`. */
  readSettings(): Promise<Environment>
  /** Prints a message that is not part of the output, such as an error. */
  complain(message: unknown): void
  /** Sets what happens if the output pipe is closed. By default, the process ends. */
  onUnread(then: () => void): void
  now(): Date
  wait(ms: number): Promise<void>
}

/** Runs the command that a user typed after `posthorn`, and returns the exit status. */
export async function answer(typed: readonly string[], terminal: Terminal): Promise<number> {
  const tell = (message: string): 0 => {
    terminal.say(message)
    return 0
  }
  const words = typed.length === 0 || typed[0] === 'help' ? typed.slice(1) : typed
  const found = findCommand(words)
  const ended = words.indexOf('--')
  const asksHelp = words.slice(0, ended < 0 ? undefined : ended).some((word) => word === '--help' || word === '-h')
  if (words !== typed || asksHelp) {
    if (found) return tell(describeCommand(found.name, found.listed))
    if (words.length === 0 || words[0]?.startsWith('-')) return tell(listCommands(sections))
  }
  if (words[0] === '--version') return tell(version)
  if (found) return await carryOut(found, terminal)
  const meant = findMeant(words)
  const hint = meant ? `Did you mean \`posthorn ${meant}\`?` : '`posthorn help` lists the commands.'
  terminal.complain(`Unknown command ${JSON.stringify(words[0])}. ${hint}`)
  return 2
}

async function carryOut(found: Found, terminal: Terminal): Promise<number> {
  try {
    return await (found.kind === 'client' ? useInstallation(found, terminal) : runOperators(found, terminal))
  } catch (error) {
    if (error instanceof UsageFault) {
      terminal.complain(
        `posthorn ${found.name} ${error.message}${error.message.endsWith('?') ? '' : '.'}\n\`posthorn ${found.name} --help\` has examples.`,
      )
      return 2
    }
    if (found.kind === 'operator') {
      const { sentenceFor } = await import('#app/commands/sentence-for.ts')
      terminal.complain(sentenceFor(error) ?? error)
      return 1
    }
    const { describeFailure } = await import('#cli/describe-failure.ts')
    const { status, message } = describeFailure(error)
    terminal.complain(message)
    return status
  }
}

type Client = Extract<Found, { readonly kind: 'client' }>
type Operators = Extract<Found, { readonly kind: 'operator' }>

async function useInstallation({ listed, args }: Client, terminal: Terminal): Promise<number> {
  const command = await listed.read()
  return await command.run({ ...terminal, note: terminal.complain, args, version, sections })
}

async function runOperators({ listed, args }: Operators, terminal: Terminal): Promise<number> {
  const { readSettings, say, complain, ask, onUnread } = terminal
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
    onUnread,
  })
}
