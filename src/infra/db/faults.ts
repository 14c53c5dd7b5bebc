import { caps } from '#kernel/caps.ts'
import { Refusal } from '#kernel/errors.ts'

/** Socket and PostgreSQL codes that mean "unavailable". A commit whose response was lost may have happened. */
const goneCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  '57P01',
  '57P02',
  '57P03', // shut down, crashed, starting up
  '57P04',
  '57P05', // the database or this connection was closed
  '25006', // read-only: a failover is in progress
  '53100', // its disk is full
  '58030', // its disk does not work
])
/** PostgreSQL codes that mean "not now". */
const busyCodes = new Set([
  '25P03', // a transaction was idle for too long, as when the process was suspended
  '53200', // out of memory
  '53300', // too many connections
  '57014',
  '55P03', // a statement or a lock took too long
  '40001',
  '40P01', // serialization, deadlock
])
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended)/
/** Handshake errors. For the first, Node does not name a system call, although the code is ECONNRESET. */
const handshakeMessages =
  /^(Client network socket disconnected before secure TLS|There was an error establishing an SSL connection|The server does not support SSL|write EPROTO )/

/** True if the database could not do it at the moment, but the same request may succeed shortly. */
export const isDatabaseAway = (error: unknown): boolean =>
  isDatabaseGone(error) || (error instanceof Error && busyCodes.has(codeOf(error)) && isFromDatabase(error))

/**
 * True if the database is unavailable to everyone or does not accept writes. A lock that took too long does not count.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A name may have several addresses, as `localhost` does. Node then reports one failure for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone)
  if (handshakeMessages.test(error.message)) return true
  const code = codeOf(error)
  if (goneCodes.has(code) || code.startsWith('08')) return isFromDatabase(error)
  return !busyCodes.has(code) && awayMessages.test(error.message)
}

/** True if the database responds but does not accept writes, because it is read-only or its disk is full. */
export const takesNoWrites = (error: unknown): boolean =>
  error instanceof Error && ['25006', '53100'].includes(codeOf(error)) && isFromDatabase(error)

/**
 * True if a statement needs something that is in use by another transaction, or by another process doing the same work.
 */
export const isLockBusy = (error: unknown): boolean =>
  error instanceof Error && ['55P03', '40P01'].includes(codeOf(error))

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Returns the refusal for a request that the database could not serve now, with its reason; null for other errors. */
function refusalWhenAway(error: unknown): Refusal | null {
  if (!isDatabaseAway(error)) return null
  const detail = reasons[(error as { code?: string }).code ?? '']
  return new Refusal('database_unavailable', { retryAfterMs: 1_000, ...(detail === undefined ? {} : { detail }) })
}

const reasons: Readonly<Record<string, string>> = {
  '25006': 'The database is currently read-only, as during a failover. Try again shortly.',
  '53100': 'The database disk is full. After the operator frees up space, retry the same request.',
}

/** Returns the refusal for a write that exceeds a cap or the database's space; null for other errors. */
export function refusalOfWrite(error: unknown): Refusal | null {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code !== textsFull) return refusalWhenAway(error)
  return new Refusal('post_texts_full', {
    detail:
      `One owner’s posts, drafts and trash can have up to ${caps.textBytesOfOwner / 1e9} GB of text. Delete ` +
      `posts and empty the trash, then try again.`,
  })
}

/** Raised by `ph.use_text`. */
const textsFull = 'PH001'

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

// A missing file also causes ENOENT: only errors from `pg` or its socket are about the database.
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
