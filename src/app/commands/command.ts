import { type Command as CommandOf, UsageFault } from '#cli/command.ts'
import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'

export { UsageFault } from '#cli/command.ts'

/** A command for operators. */
export type Command = CommandOf<CommandContext>

export interface CommandContext {
  readonly args: readonly string[]
  readonly version: string
  /** Reads the settings. `instead` supplies defaults for settings that are not set. */
  readConfig(instead?: Readonly<Record<string, string>>): Config
  /**
   * The environment including `.env`, for values that belong to the command's user rather than to the service.
   */
  readonly environment: Environment
  say(message: string): void
  /** Prints a message to standard error, so that the output can be piped. */
  note(message: string): void
  /** Prompts the user and returns the reply. Returns null if there is no terminal, as in a script. */
  ask(question: string): Promise<string | null>
  /** Sets what happens if the output pipe is closed. By default, the process ends. */
  onUnread(then: () => void): void
}

export function requireNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageFault('accepts no arguments')
}
