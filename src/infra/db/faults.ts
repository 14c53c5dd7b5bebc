/** Codes of the socket and of PostgreSQL that mean: not now, and nothing was changed. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03', // shut down, crashed, starting up
  '53300', // too many connections
  '25006', // read-only: a failover is under way
  '57014',
  '55P03', // a statement or a lock took too long
  '40001',
  '40P01', // serialisation, deadlock
])
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended)/

/** True when the database could not do it now, though the same request may succeed shortly. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'))) return isFromDatabase(error)
  return awayMessages.test(error.message)
}

/** Returns the name of the unique constraint that a write broke, or null. */
export function brokenUniqueRule(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : null
}

/** Returns the name of the foreign key that a write broke because the referenced row is gone, or null. */
export function brokenReference(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' ? constraint : null
}

// A missing file has ENOENT too: only errors of `pg` or its socket are about the database.
function isFromDatabase(error: Error): boolean {
  const { syscall, severity } = error as { syscall?: unknown; severity?: unknown }
  return (
    severity !== undefined ||
    syscall === 'connect' ||
    syscall === 'read' ||
    syscall === 'write' ||
    syscall === 'getaddrinfo'
  )
}
