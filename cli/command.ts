/**
 * A command as its help, the documentation, the completions and the parser read it: one description for all of them.
 * A flag is written as help shows it: `--json` is a switch, `--at TIME` takes a value, and `--media FILE...` may be
 * given several times. Words in capitals in `usage` are arguments, optional ones in brackets.
 */
export interface CommandRow {
  /** The ways to call it, without its name. */
  readonly usage: readonly string[]
  /** One sentence for the list of commands. */
  readonly about: string
  /** More for its own help: each entry is a paragraph. */
  readonly details?: readonly string[]
  readonly flags?: Readonly<Record<string, string>>
  readonly examples: readonly string[]
}

/** A command in the table. `read` imports its code on demand, so that a command loads only what it needs. */
export interface ListedCommand<Context> extends CommandRow {
  read(): Promise<Command<Context>>
}

/** A command of `posthorn`. It prints its result and returns the exit status. */
export interface Command<Context> {
  run(context: Context): Promise<number>
}

/** A part of the table, under its own heading in help and in the documentation. */
export interface Section {
  readonly title: string
  readonly commands: Readonly<Record<string, CommandRow>>
}

/** The places that a command reads from and prints to. */
export interface Terminal {
  /** Prints a line of the result. */
  say(line: string): void
  /** Prints a line that is no part of the result, so that the result can be piped to another program. */
  note(line: string): void
  /** Shows a passing line, such as progress, to a person who watches. Null removes it. */
  flash(line: string | null): void
  /** Prompts the user and returns the answer. Returns null if there is no terminal, as in a script. */
  ask(question: string): Promise<string | null>
  /** Asks without showing the answer. */
  askSecret(question: string): Promise<string | null>
  /** Reads standard input to its end. Returns null when a person would have to type it. */
  readInput(): Promise<string | null>
  /** The width of the terminal; null when the output goes elsewhere. */
  readonly columns: number | null
  readonly hasColour: boolean
}

/** The context of a command that uses an installation as its users do, over the API. */
export interface ClientContext extends Terminal {
  readonly args: readonly string[]
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  /** Waits between two looks at what changes. */
  readonly wait: (ms: number) => Promise<void>
  /** All commands, for those that describe them. */
  readonly sections: readonly Section[]
}

/** Thrown when a command is called with arguments that it does not accept. */
export class UsageFault extends Error {}
