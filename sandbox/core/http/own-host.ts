import { isIP } from 'node:net'

/**
 * True for a `Host` that no page on the internet can have (DNS rebinding): the host of the sandbox's URL, an IP
 * address, `localhost`, or a name without a dot. Otherwise such a page could read emails with their sign-in links, and
 * control the sandbox.
 */
export function isOwnHost(url: string, host: string | undefined): boolean {
  if (host === undefined) return true
  const name = URL.parse(`http://${host}`)?.hostname
  if (name === undefined) return false
  return name === new URL(url).hostname || isAddress(name) || name.endsWith('.localhost') || !name.includes('.')
}

/** True for a host that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === '::1' || host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.'))

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
