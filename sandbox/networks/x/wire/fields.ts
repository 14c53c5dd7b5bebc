import { invalid } from './problems.ts'

/** Returns the requested fields. The rejection of an unknown field lists all known ones. */
export function requestedFields(query: URLSearchParams, name: string, known: readonly string[]): ReadonlySet<string> {
  // The new API description renames `tweet.fields` to `post.fields`; both are accepted.
  const other = name === 'tweet.fields' ? query.get('post.fields') : null
  const requested = (query.get(name) ?? other ?? '').split(',').filter(Boolean)
  const unknown = requested.find((field) => !known.includes(field))
  if (unknown !== undefined)
    invalid(`The \`${name}\` query parameter value [${unknown}] is not one of [${known.join(',')}]`, {
      [name]: requested,
    })
  return new Set(requested)
}

export function knownParameters(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (!known.includes(name))
      invalid(`The query parameter [${name}] is not one of [${known.join(',')}]`, { [name]: query.getAll(name) })
  }
}

export function integerIn(
  query: URLSearchParams,
  name: string,
  { min, max, usual }: { min: number; max: number; usual: number },
): number {
  const text = query.get(name)
  if (text === null) return usual
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  return invalid(`The \`${name}\` query parameter value [${text}] is not between ${min} and ${max}`, { [name]: [text] })
}
