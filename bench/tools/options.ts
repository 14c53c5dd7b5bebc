import process from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * The default of an option: a flag, a number, or a text; `[]` for a list that is separated by commas, null for a text
 * that may be missing, and two numbers for a run with `--quick` and for any other.
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

/** Reads the options of a program. `first` names the option that may also be given without its name. */
export function readOptions<const Defaults extends Readonly<Record<string, Default>>>(
  defaults: Defaults,
  first?: keyof Defaults & string,
): { readonly [Name in keyof Defaults]: Value<Defaults[Name]> } {
  const names = Object.keys(defaults)
  const kinds = names.map((name) => [name, { type: typeof defaults[name] === 'boolean' ? 'boolean' : 'string' }])
  const options: ParseArgsConfig['options'] = { ...Object.fromEntries(kinds), help: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: first !== undefined })
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

function toValue(usual: Default, param: unknown, isQuick: boolean): unknown {
  if (Array.isArray(usual) && usual.length === 0) return param === undefined ? [] : String(param).split(',')
  if (Array.isArray(usual)) return Number(param ?? usual[isQuick ? 0 : 1])
  return typeof usual === 'number' ? Number(param ?? usual) : (param ?? usual)
}
