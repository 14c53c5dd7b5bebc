import { parseArgs } from 'node:util'
import { nearestWord } from '#kernel/text/nearest.ts'
import { type CommandRow, UsageFault } from './command.ts'

type NameOf<Flag> = Flag extends `--${infer Name} ${string}` ? Name : Flag extends `--${infer Name}` ? Name : never
type ValueOf<Flag> = Flag extends `${string}...` ? string[] : Flag extends `--${string} ${string}` ? string : boolean

/** The values of flags, by name: a list for those that can be repeated. */
type FlagValues<Flags> = { readonly [Flag in keyof Flags as NameOf<Flag>]?: ValueOf<Flag> }

export interface Arguments<Flags> {
  readonly flags: FlagValues<Flags>
  /** The arguments that are not flags. */
  readonly words: readonly string[]
}

/** A flag, parsed from its form in the table. */
interface Flag {
  readonly name: string
  /** The placeholder of its value, such as `TIME`. Null for a switch. */
  readonly value: string | null
  readonly isList: boolean
}

export function readFlag(written: string): Flag {
  const [flag = '', value = null] = written.split(' ')
  return { name: flag.slice(2), value: value?.replace('...', '') ?? null, isList: written.endsWith('...') }
}

/** Parses the arguments after a command's name, using its description in the table. */
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
  // The check above guarantees that the values match the descriptions.
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
    throw new UsageFault(`doesn’t accept ${rawName}${meant ? `. Did you mean --${meant}?` : ''}`)
  }
  if (flag.value !== null && (value === undefined || value.startsWith('--')))
    throw new UsageFault(`expects a value: --${name} ${flag.value}`)
  if (flag.value === null && value !== undefined) throw new UsageFault(`doesn’t accept a value for --${name}`)
}

function requireWords({ usage }: CommandRow, words: readonly string[]): void {
  const forms = usage.map(countWords)
  if (forms.some(({ min, max }) => words.length >= min && words.length <= max)) return
  const [form] = forms
  if (form && words.length > form.max && form.max === 0) throw new UsageFault('doesn’t accept arguments, only options')
  throw new UsageFault(`expects ${usage.join(' or ')}`)
}

/** Counts the arguments that a usage line accepts: `POST...` is one or more, `[TEXT]` none or one. */
function countWords(form: string): { readonly min: number; readonly max: number } {
  const words = form.split(' ').filter((word) => /^\[?[A-Z=]+(?:\.\.\.)?\]?$/.test(word))
  const min = words.filter((word) => !word.startsWith('[')).length
  return { min, max: words.some((word) => word.includes('...')) ? Number.POSITIVE_INFINITY : words.length }
}

/** Splits a comma-separated list: `mastodon, bluesky`. */
export const readList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
