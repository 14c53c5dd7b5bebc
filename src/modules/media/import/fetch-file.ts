import type { Readable } from 'node:stream'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { importMs, mediaMaxBytes, redirectsMax } from '../limits.ts'
import { refuseTooLarge } from '../receiving/receive-file.ts'

/**
 * Fetches a file from a URL that a user named, through the outbound guard, which checks each redirect again. Error
 * messages contain nothing that the other server sent, and no IP address that a name resolved to.
 */
export async function fetchFile<Result>(
  { outbound }: Pick<MediaDeps, 'outbound'>,
  address: string,
  take: (body: Readable) => Promise<Result>,
  withinMs = importMs,
): Promise<Result> {
  const late = AbortSignal.timeout(withinMs)
  try {
    let url = address
    for (let redirects = 0; ; redirects++) {
      const { status, headers, body } = await outbound.stream({
        url,
        timeoutMs: withinMs,
        maxBytes: mediaMaxBytes,
        signal: late,
        userNamed: true,
      })
      // Destroy the body even when the rest is not needed, so that the connection does not stay open.
      using _ = { [Symbol.dispose]: () => void body.destroy() }
      if (status === 200) return await take(body)
      const next = isRedirect(status) ? headers.location : undefined
      if (next === undefined) unreachable(`it answered with status ${status}, where 200 and the file would be right`)
      if (redirects === redirectsMax) unreachable(`it leads on and on; at most ${redirectsMax} redirects are followed`)
      url = follow(url, next)
    }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.code === 'too_large') refuseTooLarge()
    return unreachable(late.aborted ? tooLate : reasonOf(error))
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

function follow(from: string, location: string): string {
  const next = URL.parse(location, from) ?? unreachable('it leads to something that is no address')
  if (from.startsWith('https:') && next.protocol !== 'https:')
    unreachable('it leads from https to something that is not; every address on the way must be https')
  return next.href
}

const tooLate = `the whole file was not there within ${importMs / 1_000} seconds`

function reasonOf({ code }: OutboundFailure): string {
  switch (code) {
    case 'address_not_allowed':
      return 'it is, or leads to, an address that may not be called; a public https address would be right'
    case 'dns':
      return 'its name does not resolve'
    case 'tls':
      return 'it has no trusted encryption'
    case 'timeout':
    case 'connect_timeout':
    case 'aborted':
      return tooLate
    case 'bad_answer':
      return 'its answer is not whole HTTP'
    case 'connection_lost':
      return 'it closed the connection before the file was whole'
    default:
      return 'it takes no connection'
  }
}

function unreachable(why: string): never {
  return refuse('media_unreachable', { detail: `The file could not be fetched: ${why}.` })
}

/** Returns the file name in the URL, without its extension, since the extension is not a claim of the caller. */
export function nameInUrl(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return decode(last).replace(/\.[A-Za-z0-9]{1,16}$/, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
