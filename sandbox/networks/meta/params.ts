import type { Incoming, ReceivedFile } from '../../core/http/request.ts'
import { isTree, parseJson } from '../../core/kit/tree.ts'

/** The parameters of a call, from its query and its body. The network treats both the same way. */
export type Params = Readonly<Record<string, string>>

const kept = new WeakMap<Incoming, Params>()

export function readAllParams(incoming: Incoming): Params {
  const known = kept.get(incoming)
  if (known) return known
  const { body, query } = incoming
  const all: Record<string, string> = Object.fromEntries(query)
  if (body.kind === 'form' || body.kind === 'multipart') Object.assign(all, Object.fromEntries(body.fields))
  if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null)
    for (const [name, value] of Object.entries(body.value))
      if (value !== null) all[name] = typeof value === 'string' ? value : JSON.stringify(value)
  kept.set(incoming, all)
  return all
}

export function booleanParam(params: Params, name: string): boolean | null {
  const text = params[name]?.toLowerCase()
  return text === undefined || text === '' ? null : !['0', 'false', 'no', 'off'].includes(text)
}

export function fileOf({ body }: Incoming, ...names: readonly string[]): ReceivedFile | null {
  const files = body.kind === 'multipart' ? body.files : []
  return files.find(({ field }) => names.includes(field)) ?? null
}

/** Reads a list of objects: as one JSON parameter, or as numbered parameters in brackets with one JSON object each. */
export function objectsOf(params: Params, name: string): readonly Readonly<Record<string, unknown>>[] | null {
  const numbered = Object.entries(params)
    .filter(([one]) => one.startsWith(`${name}[`))
    .map(([, value]) => value)
  const list = params[name]
  if (list === undefined && numbered.length === 0) return []
  const parsed = list === undefined ? numbered.map(parse) : parse(list)
  return Array.isArray(parsed) && parsed.every(isTree) ? parsed : null
}

function parse(text: string): unknown {
  // Quotes long numbers: they are IDs and would lose their last digits.
  return parseJson(text.replace(/:\s*([0-9]{16,})/g, ':"$1"'))
}

/** Parses a time in seconds or as a date. Null if it is neither. */
export function instantOf(text: string): number | null {
  const ms = /^[0-9]{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text)
  return Number.isFinite(ms) ? ms : null
}

/** Formats a time with a numeric offset, as Meta does. */
export const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`

export function secretIn(incoming: Incoming): string | null {
  const header = /^(?:Bearer|OAuth) +(\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  return header ?? (readAllParams(incoming).access_token || null)
}
