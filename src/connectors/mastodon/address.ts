/**
 * The server that a person means: `mastodon.social`, an address of a page there, or a whole `@name@host`. A server that
 * was configured is taken as it is; any other is called by its host alone, and encrypted. Null: no server is named.
 */
export function apiUrlOf(typed: string, configured: string | undefined): string | null {
  const text = typed.trim().replace(/^@?[^@/:\s]+@/, '')
  const asked = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!asked || `${asked.username}${asked.password}` !== '' || !isHost(asked.hostname)) return null
  if (configured !== undefined && isBelow(asked, new URL(configured), /^https?:/i.test(text))) return configured
  return `https://${asked.host}`
}

const isHost = (name: string): boolean => name.includes('.') || name.startsWith('[') || name === 'localhost'

/** Whoever wrote no scheme does not mean one. */
function isBelow(asked: URL, known: URL, withScheme: boolean): boolean {
  const path = known.pathname.replace(/\/$/, '')
  const sameServer = withScheme ? asked.origin === known.origin : asked.host === known.host
  return sameServer && (asked.pathname === path || asked.pathname.startsWith(`${path}/`))
}
