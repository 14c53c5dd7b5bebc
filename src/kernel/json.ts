export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Serializes equal values to the same text, whatever the order of their keys. Hashes and comparisons use this text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
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
 * Compares the given fields of `wish` with `before`. `values` has the fields that differ, ready to be stored, and
 * `audit` has them as an audit entry lists them. Absent fields are no change. A field that `before` lacks does not
 * compile, so a new field of a request cannot be forgotten.
 */
export function changesBetween<Wish extends object>(
  before: { readonly [Field in keyof Wish]-?: Json | Date },
  wish: Wish,
): {
  readonly values: { [Field in keyof Wish]?: Exclude<Wish[Field], undefined> }
  readonly audit: Record<string, { readonly from: Json | Date; readonly to: Json | Date }>
  readonly isEmpty: boolean
} {
  const fields = (Object.keys(wish) as (keyof Wish & string)[]).filter(
    (field) => wish[field] !== undefined && canonical(wish[field]) !== canonical(before[field]),
  )
  return {
    values: Object.fromEntries(fields.map((field) => [field, wish[field]])) as {
      [Field in keyof Wish]?: Exclude<Wish[Field], undefined>
    },
    audit: Object.fromEntries(fields.map((field) => [field, { from: before[field], to: wish[field] as Json | Date }])),
    isEmpty: fields.length === 0,
  }
}
