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
  readConfig(): Config
  say(message: string): void
}

/** A command was called in a way that it does not understand. */
export class UsageFault extends Error {}
