/**
 * The description of a command, which its help, the documentation, the completions and the parser share. Flags are
 * written as help shows them: `--json` is a switch, `--at TIME` takes a value, and `--media FILE...` can be repeated.
 * Words in capitals in `usage` are arguments; optional ones are in brackets.
 */
export interface CommandRow {
  /** The forms of its arguments, without its name. */
  readonly usage: readonly string[]
  /** One sentence for the list of commands. */
  readonly about: string
  /** More paragraphs for its own help. */
  readonly details?: readonly string[]
  readonly flags?: Readonly<Record<string, string>>
  readonly examples: readonly string[]
}

/** A command in the table. `read` imports its code on demand, so that commands start fast. */
export interface ListedCommand<Context> extends CommandRow {
  read(): Promise<Command<Context>>
}

/** A command of `posthorn`. It prints its result and returns the exit status. */
export interface Command<Context> {
  run(context: Context): Promise<number>
}

/** A section of the table, with its own heading in help and in the documentation. */
export interface Section {
  readonly title: string
  readonly commands: Readonly<Record<string, CommandRow>>
}

/** The terminal that a command reads from and prints to. */
export interface Terminal {
  /** Prints a line of the result. */
  say(line: string): void
  /** Prints a line that is not part of the result, so that the result can be piped to another program. */
  note(line: string): void
  /** Shows a temporary line, such as progress, on an interactive terminal. Null removes it. */
  flash(line: string | null): void
  /** Prompts the user and returns the answer. Returns null without a terminal, for example in a script. */
  ask(question: string): Promise<string | null>
  /** Prompts the user without echoing the answer. */
  askSecret(question: string): Promise<string | null>
  /** Reads standard input to its end. Returns null if it is a terminal. */
  readInput(): Promise<string | null>
  /** The width of the terminal. Null if the output is not a terminal. */
  readonly columns: number | null
  readonly hasColour: boolean
}

/** The context of a command that uses an installation through the API. */
export interface ClientContext extends Terminal {
  readonly args: readonly string[]
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  /** Waits between two polls. */
  readonly wait: (ms: number) => Promise<void>
  /** All commands, for those that describe them. */
  readonly sections: readonly Section[]
}

/** Thrown when a command is called with arguments that it does not accept. */
export class UsageFault extends Error {}
