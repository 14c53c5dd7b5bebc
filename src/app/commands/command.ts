import type { Config } from '#infra/config/load.ts'

/** What a person types after `posthorn`. It says what it does, and returns the exit status. */
export interface Command {
  readonly usage: string
  readonly about: string
  run(context: CommandContext): Promise<number>
}

export interface CommandContext {
  readonly args: readonly string[]
  readonly version: string
  /** What is given here stands in for what nobody has set. */
  readConfig(instead?: Readonly<Record<string, string>>): Config
  say(message: string): void
}

/** A command was called in a way that it does not understand. */
export class UsageFault extends Error {}

export function demandNoArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageFault('takes no arguments')
}
