import type { Readable } from 'node:stream'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import { refuse } from '#kernel/errors.ts'
import { mediaMaxBytes } from '#rules/file-size.ts'
import type { MediaDeps } from '../deps.ts'
import { importMs, redirectsMax } from '../limits.ts'
import { refuseTooLarge } from '../receiving/receive-file.ts'

interface FetchOptions {
  readonly withinMs?: number
  /** The only origin that may have a private address, because the operator configured it. */
  readonly trustedOrigin?: string | undefined
}

/**
 * Fetches a file from a URL entered by a user, through the outbound guard, which checks each redirect again. Error
 * messages contain nothing from the other server, and no resolved IP addresses.
 */
export async function fetchFile<Result>(
  { outbound }: Pick<MediaDeps, 'outbound'>,
  address: string,
  take: (body: Readable) => Promise<Result>,
  { withinMs = importMs, trustedOrigin }: FetchOptions = {},
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
        userNamed: trustedOrigin === undefined || URL.parse(url)?.origin !== trustedOrigin,
      })
      // Destroy the body even if the rest is not needed, so that the connection does not stay open.
      using _ = { [Symbol.dispose]: () => void body.destroy() }
      if (status === 200) return await take(body)
      const next = isRedirect(status) ? headers.location : undefined
      if (next === undefined) unreachable(`the server answered with status ${status} instead of 200`)
      if (redirects === redirectsMax) unreachable(`the server redirected more than ${redirectsMax} times`)
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
  const next = URL.parse(location, from) ?? unreachable('the server redirected to an invalid URL')
  if (from.startsWith('https:') && next.protocol !== 'https:')
    unreachable('the server redirected from https to http; every redirect must stay on https')
  return next.href
}

const tooLate = `the download took longer than ${importMs / 1_000} seconds`

function reasonOf({ code }: OutboundFailure): string {
  switch (code) {
    case 'address_not_allowed':
      return 'the URL, or a redirect, leads to an address that is not allowed; use a public https address'
    case 'dns':
      return 'its host name does not resolve'
    case 'tls':
      return 'its TLS certificate is not trusted'
    case 'timeout':
    case 'connect_timeout':
    case 'aborted':
      return tooLate
    case 'bad_answer':
      return 'the server sent an invalid HTTP response'
    case 'connection_lost':
      return 'the server closed the connection before the file was complete'
    default:
      return 'the server refused the connection'
  }
}

function unreachable(why: string): never {
  return refuse('media_unreachable', { detail: `Couldn’t download the file: ${why}.` })
}

/** Returns the file name in the URL without its extension, since the extension is not a claim by the caller. */
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
