import { isIP } from 'node:net'
import { isLoopback } from '#infra/config/loopback.ts'
import { refuse } from '#kernel/errors.ts'

/**
 * True for a `Host` that is the host of this URL, an IP address, `localhost`, or a name without a dot. A page on the
 * internet may make its own name resolve to this machine (DNS rebinding), and then counts as same-origin. It
 * cannot do so with any of these: an IP address is not resolved, and a name without a dot is not on the internet.
 */
function isOwnHost(url: string, host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname
  if (name === undefined) return false
  return name === new URL(url).hostname || isAddress(name) || isLoopback(name) || !name.includes('.')
}

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0

export function requireOwnHost(url: string, { host }: { readonly host?: string | undefined }): void {
  if (host === undefined || isOwnHost(url, host)) return
  refuse('address_forbidden', {
    detail: `The Host header doesn’t match this installation. Use ${url}, or set PUBLIC_URL to the URL that you use.`,
  })
}
