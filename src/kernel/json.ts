export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One text for equal values, whatever the order of their keys: what a hash or a comparison is made of. */
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
