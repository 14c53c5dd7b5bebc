import { parseArgs } from 'node:util'
import { nearestWord } from '#kernel/text/nearest.ts'
import { type CommandRow, UsageFault } from './command.ts'

type NameOf<Flag> = Flag extends `--${infer Name} ${string}` ? Name : Flag extends `--${infer Name}` ? Name : never
type ValueOf<Flag> = Flag extends `${string}...` ? string[] : Flag extends `--${string} ${string}` ? string : boolean

/** The values of flags, by their names: a list for those that may be repeated. */
type FlagValues<Flags> = { readonly [Flag in keyof Flags as NameOf<Flag>]?: ValueOf<Flag> }

export interface Arguments<Flags> {
  readonly flags: FlagValues<Flags>
  /** The arguments that are no flags. */
  readonly words: readonly string[]
}

/** A flag as the table writes it, taken apart. */
interface Flag {
  readonly name: string
  /** The word for its value, such as `TIME`; null for a switch. */
  readonly value: string | null
  readonly isList: boolean
}

export function readFlag(written: string): Flag {
  const [flag = '', value = null] = written.split(' ')
  return { name: flag.slice(2), value: value?.replace('...', '') ?? null, isList: written.endsWith('...') }
}

/** Reads what was typed after the name of a command, by its description in the table. */
export function readArguments<Flags extends Readonly<Record<string, string>>>(
  row: CommandRow & { readonly flags: Flags },
  args: readonly string[],
): Arguments<Flags> {
  const flags = Object.keys(row.flags).map(readFlag)
  const options = Object.fromEntries(
    flags.map(({ name, value, isList }) => [name, { type: value === null ? 'boolean' : 'string', multiple: isList }]),
  ) as Record<string, { type: 'boolean' | 'string'; multiple: boolean }>
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === 'option') requireSound(token, flags)
  requireWords(row, positionals)
  // The check above makes the values agree with the descriptions.
  return { flags: values as FlagValues<Flags>, words: positionals }
}

interface OptionToken {
  readonly rawName: string
  readonly name: string
  readonly value?: string | undefined
}

function requireSound({ rawName, name, value }: OptionToken, flags: readonly Flag[]): void {
  const flag = flags.find((one) => one.name === name)
  if (!flag) {
    const meant = nearestWord(
      name,
      flags.map((one) => one.name),
    )
    throw new UsageFault(`takes no ${rawName}${meant ? `; did you mean --${meant}?` : ''}`)
  }
  if (flag.value !== null && (value === undefined || value.startsWith('--')))
    throw new UsageFault(`wants a value: --${name} ${flag.value}`)
  if (flag.value === null && value !== undefined) throw new UsageFault(`accepts no value for --${name}`)
}

function requireWords({ usage }: CommandRow, words: readonly string[]): void {
  const forms = usage.map(countWords)
  if (forms.some(({ min, max }) => words.length >= min && words.length <= max)) return
  const [form] = forms
  if (form && words.length > form.max && form.max === 0) throw new UsageFault('accepts no arguments, only options')
  throw new UsageFault(`takes ${usage.join(' or ')}`)
}

/** Counts the arguments of a form of the command: `POST...` is one or more, `[TEXT]` none or one. */
function countWords(form: string): { readonly min: number; readonly max: number } {
  const words = form.split(' ').filter((word) => /^\[?[A-Z=]+(?:\.\.\.)?\]?$/.test(word))
  const min = words.filter((word) => !word.startsWith('[')).length
  return { min, max: words.some((word) => word.includes('...')) ? Number.POSITIVE_INFINITY : words.length }
}

/** Takes a list apart that was written with commas: `mastodon, bluesky`. */
export const readList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
