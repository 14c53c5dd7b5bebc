import process from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * The default of an option: a flag, a number, or a string; `[]` for a comma-separated list, null for an optional
 * string, and two numbers for runs with and without `--quick`.
 */
type Default = boolean | number | string | null | readonly [] | readonly [quick: number, usual: number]

type Value<Of extends Default> = Of extends boolean
  ? boolean
  : Of extends number | readonly [number, number]
    ? number
    : Of extends readonly []
      ? readonly string[]
      : Of extends null
        ? string | null
        : string

/** Reads the options of a program. `first` is the option whose name may be omitted. */
export function readOptions<const Defaults extends Readonly<Record<string, Default>>>(
  defaults: Defaults,
  first?: keyof Defaults & string,
): { readonly [Name in keyof Defaults]: Value<Defaults[Name]> } {
  const names = Object.keys(defaults)
  const kinds = names.map((name) => [name, { type: typeof defaults[name] === 'boolean' ? 'boolean' : 'string' }])
  const options: ParseArgsConfig['options'] = { ...Object.fromEntries(kinds), help: { type: 'boolean' } }
  const { values, positionals } = parseOrEnd({ options, allowPositionals: first !== undefined })
  const params: Readonly<Record<string, unknown>> = {
    ...values,
    ...(first && positionals[0] !== undefined ? { [first]: positionals[0] } : {}),
  }
  if (params.help === true) {
    for (const [name, each] of Object.entries(defaults))
      console.log(
        `  --${name.padEnd(12)} ${Array.isArray(each) ? each.join(' with --quick, otherwise ') : (each ?? '')}`,
      )
    process.exit(0)
  }
  const read = (name: string): unknown => toValue(defaults[name] ?? null, params[name], params.quick === true)
  return Object.fromEntries(names.map((name) => [name, read(name)])) as ReturnType<typeof readOptions<Defaults>>
}

function parseOrEnd(config: ParseArgsConfig): ReturnType<typeof parseArgs> {
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${(error as Error).message} The options are listed by --help.`)
    process.exit(2)
  }
}

function toValue(usual: Default, param: unknown, isQuick: boolean): unknown {
  if (Array.isArray(usual) && usual.length === 0) return param === undefined ? [] : String(param).split(',')
  if (Array.isArray(usual)) return Number(param ?? usual[isQuick ? 0 : 1])
  return typeof usual === 'number' ? Number(param ?? usual) : (param ?? usual)
}
