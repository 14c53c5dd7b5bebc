import type { Environment } from '#infra/config/environment.ts'
import type { Config } from '#infra/config/load.ts'

/** A command of `posthorn`. It prints its result and returns the exit status. */
export interface Command {
  run(context: CommandContext): Promise<number>
}

/**
 * A command as help shows it. `read` imports the command's code on demand, because that code is most of the
 * application.
 */
export interface ListedCommand {
  /** The ways to call it, without its name. */
  readonly usage: readonly string[]
  /** One sentence for the list of commands. */
  readonly about: string
  /** More for its own help: each entry is a paragraph. */
  readonly details?: readonly string[]
  readonly flags?: Readonly<Record<string, string>>
  readonly examples: readonly string[]
  read(): Promise<Command>
}

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
}

/** Thrown when a command is called with arguments that it does not accept. */
export class UsageFault extends Error {}

export function requireNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageFault('takes no arguments')
}
