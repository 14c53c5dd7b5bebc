import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import type { SourceProblem } from './state.ts'

const fetchMs = seconds(30)
const maxBytes = 5 * 1024 * 1024
const redirectsMax = 3

/**
 * Fetches the file of a calendar from a URL that a person entered. The outbound guard checks each address, also after a
 * redirect, and a redirect never leaves https.
 */
export async function fetchCalendar(
  outbound: Pick<Outbound, 'request'>,
  first: string,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly problem: SourceProblem }> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(fetchMs)])
  let url = first
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    try {
      const { status, headers, body } = await outbound.request({
        url,
        headers: { accept: 'text/calendar, */*;q=0.1' },
        timeoutMs: fetchMs,
        maxBytes,
        signal: ends,
        userNamed: true,
      })
      if (status === 200) return { text: new TextDecoder().decode(body) }
      const next = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
      if (!next || (url.startsWith('https:') && next.protocol !== 'https:')) return { problem: 'refused' }
      url = next.href
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutboundFailure) return { problem: problemOf(error) }
      throw error
    }
  }
  return { problem: 'too_many_redirects' }
}

function problemOf({ code }: OutboundFailure): SourceProblem {
  if (code === 'address_not_allowed' || code === 'too_large') return code
  return 'unreachable'
}
