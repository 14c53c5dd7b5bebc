import type { CommandContext } from '#app/commands/command.ts'
import { operatorCommands } from '#app/commands/index.ts'
import type { ClientContext, ListedCommand, Section } from '#cli/command.ts'
import { clientCommands } from '#cli/table.ts'
import { nearestWord } from '#kernel/text/nearest.ts'

/** These commands use an installation and share code with the service. */
const { listen, mcp, ...running } = operatorCommands

/** Every command of `posthorn`: one table for help, the documentation, completions and the parser. */
export const sections: readonly Section[] = [
  { title: 'Use an installation', commands: { ...clientCommands, ...(listen && { listen }), ...(mcp && { mcp }) } },
  { title: 'Run an installation', commands: running },
]

const all = Object.fromEntries(sections.flatMap(({ commands }) => Object.entries(commands)))

/** A command with its typed arguments. Operators' commands load the application; users' commands do not. */
export type Found = { readonly name: string; readonly args: readonly string[] } & (
  | { readonly kind: 'client'; readonly listed: ListedCommand<ClientContext> }
  | { readonly kind: 'operator'; readonly listed: ListedCommand<CommandContext> }
)

/** Finds the command that the arguments name. Two-word names, such as `media upload`, come first. */
export function findCommand(words: readonly string[]): Found | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const args = words.slice(length)
    if (words.length < length || !Object.hasOwn(all, name) || isMistyped(name, args)) continue
    const client = Object.hasOwn(clientCommands, name) ? clientCommands[name] : undefined
    if (client) return { kind: 'client', name, args, listed: client }
    const operator = operatorCommands[name]
    if (operator) return { kind: 'operator', name, args, listed: operator }
  }
  return null
}

/** True if a command without arguments is followed by the mistyped second word of another command. */
function isMistyped(name: string, [next]: readonly string[]): boolean {
  const takesWords = all[name]?.usage.some((form) => /(?:^|[ [])[A-Za-z]/.test(form.replace('[options]', '')))
  return !takesWords && next !== undefined && !next.startsWith('-') && followers(name).length > 0
}

const followers = (name: string): string[] => Object.keys(all).filter((one) => one.startsWith(`${name} `))

/** Returns the command that a mistyped name resembles. */
export function findMeant(words: readonly string[]): string | null {
  const [first = ''] = words
  const near = nearestWord(words.slice(0, 2).join(' '), followers(first))
  return near ?? nearestWord(first, Object.keys(all))
}
