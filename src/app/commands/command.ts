import { type Command as CommandOf, UsageFault } from '#cli/command.ts'
import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'

export { UsageFault } from '#cli/command.ts'

/** A command of those who run an installation. */
export type Command = CommandOf<CommandContext>

export interface CommandContext {
  readonly args: readonly string[]
  readonly version: string
  /** Reads the settings. `instead` supplies defaults for settings that are not set. */
  readConfig(instead?: Readonly<Record<string, string>>): Config
  /**
   * The environment with `.env`, for values that belong to the user of the command and are no settings of the service.
   */
  readonly environment: Environment
  say(message: string): void
  /** Prints a message that is no part of the output proper, so that the output can be piped to another program. */
  note(message: string): void
  /** Asks a person and returns the typed answer. Returns null when no person is there, as in a script. */
  ask(question: string): Promise<string | null>
  /** Sets what happens when nobody reads the output any more. Without it, the process ends. */
  onUnread(then: () => void): void
}

export function requireNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageFault('takes no arguments')
}
