/**
 * Returns the URL of the server that a user names: `mastodon.social`, the URL of a page there, or a full `@name@host`.
 * A configured server keeps its configured URL; any other is called over HTTPS at its host. Returns null if the text
 * does not name a server.
 */
export function apiUrlOf(typed: string, configured: string | undefined): string | null {
  const text = typed.trim().replace(/^@?[^@/:\s]+@/, '')
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || `${url.username}${url.password}` !== '' || !isHost(url.hostname)) return null
  if (configured !== undefined && isBelow(url, new URL(configured), /^https?:/i.test(text))) return configured
  return `https://${url.host}`
}

const isHost = (name: string): boolean => name.includes('.') || name.startsWith('[') || name === 'localhost'

/**
 * True if the typed URL belongs to the configured server. A typed URL without a scheme matches any scheme.
 */
function isBelow(url: URL, known: URL, withScheme: boolean): boolean {
  const path = known.pathname.replace(/\/$/, '')
  const sameServer = withScheme ? url.origin === known.origin : url.host === known.host
  return sameServer && (url.pathname === path || url.pathname.startsWith(`${path}/`))
}
