/**
 * Decides which redirect URIs an app can use (RFC 8252): an https URL, a port on the user's own machine, or a scheme
 * that the operating system passes to a program.
 */
const longest = 2_000

/**
 * Schemes without a dot that widely used agents use. RFC 8252 requires names such as `com.example.agent`, so that two
 * programs cannot claim the same scheme by accident. Without this list, those agents could not sign in at all.
 */
const knownSchemes = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'])

/** Returns what is wrong with a redirect URI, or null. */
export function findRedirectFault(text: string): string | null {
  const url = parse(text)
  if (!url) return 'must be a complete URL of at most 2,000 characters, without spaces'
  if (url.hash !== '' || text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:')
    return isOwnMachine(url) ? null : 'must begin with https://, except on 127.0.0.1, [::1] and localhost'
  if (knownSchemes.has(url.protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)) return null
  return 'must begin with https://, http://127.0.0.1 or a scheme such as com.example.agent:'
}

/**
 * True if a request may use this redirect URI. It must exactly match a registered one. On the user's own machine the
 * port may differ, because programs use any free port.
 */
export const isRegistered = (registered: readonly string[], wanted: string): boolean =>
  findRedirectFault(wanted) === null &&
  registered.some((one) => one === wanted || (portless(one) !== null && portless(one) === portless(wanted)))

/** Describes a redirect URI to a user: a host, or the program on this device. */
export function describeRedirect(text: string): { readonly kind: 'host' | 'device'; readonly host: string | null } {
  const url = new URL(text)
  return url.protocol === 'https:' ? { kind: 'host', host: url.host } : { kind: 'device', host: null }
}

function portless(text: string): string | null {
  const url = parse(text)
  if (url?.protocol !== 'http:' || !isOwnMachine(url)) return null
  url.port = ''
  return url.href
}

const parse = (text: string): URL | null =>
  text.length > longest || /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text)

/** Names below localhost do not count: a resolver may resolve them to another machine. */
const isOwnMachine = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
