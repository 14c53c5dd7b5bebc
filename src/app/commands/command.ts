import type { Environment } from '#infra/config/environment.ts'
import type { Config } from '#infra/config/load.ts'

/** What a person types after `posthorn`. It says what it does, and returns the exit status. */
export interface Command {
  run(context: CommandContext): Promise<number>
}

/** A command as help shows it. What it is made of is read when it is asked for: all of it is most of the application. */
export interface ListedCommand {
  readonly usage: string
  readonly about: string
  read(): Promise<Command>
}

export interface CommandContext {
  readonly args: readonly string[]
  readonly version: string
  /** What is given here stands in for what nobody has set. */
  readConfig(instead?: Readonly<Record<string, string>>): Config
  /** What is no setting of the service but of the person who calls: the environment, with `.env`. */
  readonly environment: Environment
  say(message: string): void
  /** What does not belong to the answer, so that the answer can be handed on to another program. */
  note(message: string): void
  /** What a person types in answer; null: nobody is there, as in a script. */
  ask(question: string): Promise<string | null>
}

/** A command was called in a way that it does not understand. */
export class UsageFault extends Error {}

export function demandNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageFault('takes no arguments')
}
