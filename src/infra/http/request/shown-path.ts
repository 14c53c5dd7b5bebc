import type { FastifyRequest } from 'fastify'
import { readPlatformId } from '#rules/network-names.ts'

const mostCharacters = 300
/** An ID on the wire. IDs name things and open none. */
const id = /^[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}$/
/** A word as in our URLs. It has no digits and no capitals, as tokens do. */
const word = /^(?:v1|[a-z]{1,20}(?:-[a-z]{1,20}){0,4})$/

/**
 * Returns the path of a request without anything that may be secret: the pattern of the route, with the parameters that
 * are IDs or platforms. Other parameters are shown as their name. Where no route matches, only words and IDs are shown.
 */
export function shownPathOf({ routeOptions, url }: FastifyRequest): string {
  const parts = (url.split(/[?#;]/, 1)[0] ?? '').split('/')
  const pattern = routeOptions.url?.split('/') ?? []
  const shown = parts.map((part, place) => {
    const known = pattern[place]
    if (known?.startsWith(':'))
      return known !== ':token' && (id.test(part) || readPlatformId(part) !== null) ? part : `{${known.slice(1)}}`
    return known ?? (part === '' || id.test(part) || word.test(part) ? part : '{…}')
  })
  return shown.join('/').slice(0, mostCharacters)
}
