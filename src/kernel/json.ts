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
