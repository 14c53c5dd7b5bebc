export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Serializes equal values to the same text, regardless of key order. Hashes and comparisons use this text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value instanceof Date) return JSON.stringify(value)
  if (value instanceof Map || value instanceof Set) throw new TypeError('A Map or Set has no canonical text.')
  if (value !== null && typeof value === 'object') {
    const members = value as { readonly [key: string]: unknown }
    let text = ''
    for (const key of Object.keys(members).sort()) {
      const member = members[key]
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
    }
    return `{${text}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/**
 * Compares the fields of `requested` with `before`. `values` contains the differing fields, ready to be stored; `audit` contains them in audit entry form. Absent fields mean no change. A field that is missing from `before` is a compile error, so new request fields cannot be forgotten.
 */
export function changesBetween<Wish extends object>(
  before: { readonly [Field in keyof Wish]-?: Json | Date },
  params: Wish,
): {
  readonly values: { [Field in keyof Wish]?: Exclude<Wish[Field], undefined> }
  readonly audit: Record<string, { readonly from: Json | Date; readonly to: Json | Date }>
  readonly isEmpty: boolean
} {
  const fields = (Object.keys(params) as (keyof Wish & string)[]).filter(
    (field) => params[field] !== undefined && canonical(params[field]) !== canonical(before[field]),
  )
  return {
    values: Object.fromEntries(fields.map((field) => [field, params[field]])) as {
      [Field in keyof Wish]?: Exclude<Wish[Field], undefined>
    },
    audit: Object.fromEntries(
      fields.map((field) => [field, { from: before[field], to: params[field] as Json | Date }]),
    ),
    isEmpty: fields.length === 0,
  }
}
