import type { Exchange } from './exchanges.ts'

/** The names of fields and headers whose values are secret. */
const secretName =
  /token|secret|password|assertion|jwt|authorization|cookie|dpop|signature|proof|^code$|^state$|code_verifier|upload_?url/i
const mask = '••••••'
const shortest = 6

/**
 * Returns a function that masks the secrets of an exchange in a text: every value with a secret name, wherever it
 * occurs, such as in a URL.
 */
export function maskerOf({ headers, query, body, path, answer }: Exchange): (text: string) => string {
  const found = new Set<string>()
  const note = (name: string, value: unknown) => {
    if (typeof value === 'string' && value.length >= shortest && secretName.test(name))
      for (const part of value.split(/\s+/)) if (part.length >= shortest) found.add(part)
  }
  for (const [name, value] of Object.entries(headers)) note(name, value)
  for (const [name, value] of new URLSearchParams(query)) note(name, value)
  if (body.kind === 'json') walk(body.value, note)
  if (body.kind === 'form' || body.kind === 'multipart') for (const [name, value] of body.fields) note(name, value)
  const responseBody = answer?.body
  if (typeof responseBody === 'object') walk(responseBody, note)
  // The tokens of bots are in the path.
  const inPath = /\/bot([^/]+)/.exec(path)?.[1]
  if (inPath !== undefined) found.add(inPath)
  const location = answer?.headers?.location
  for (const [name, value] of URL.parse(location ?? '', 'http://sandbox')?.searchParams ?? []) note(name, value)
  // Longest first, because one may be part of another.
  const secrets = [...found].sort((one, other) => other.length - one.length)
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)])
  return (text) => forms.reduce((masked, secret) => masked.replaceAll(secret, mask), text)
}

function walk(value: unknown, note: (name: string, value: unknown) => void, name = ''): void {
  note(name, value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) walk(inner, note, Array.isArray(value) ? name : key)
}
