import { isIP } from 'node:net'
import type { Config } from '#infra/config/config.ts'
import { refuse } from '#kernel/errors.ts'

interface Addresses {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/**
 * Refuses a request that a browser was tricked into sending. A page may make its own name resolve to this machine (DNS
 * rebinding); then `Host` has that name, and `Origin` the page's. Programs send no `Origin`.
 */
export function requireOwnAddress(
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
  { host, origin }: Addresses,
): void {
  if (origin !== undefined && !isOwnOrigin(config, origin)) {
    refuse('address_forbidden', {
      detail: 'Pages of this origin may not use /mcp. The operator can name the origin in CORS_ORIGINS.',
    })
  }
  if (host !== undefined && !isOwnHost(config, host)) {
    refuse('address_forbidden', { detail: `The installation is not called so. Its address is ${config.publicUrl}.` })
  }
}

function isOwnOrigin({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>, origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false
  return url.origin === new URL(publicUrl).origin || corsOrigins.includes(url.origin) || isLocal(url.hostname)
}

/** True also for IP addresses and names without a dot: nobody on the internet can make those resolve to this machine. */
function isOwnHost({ publicUrl }: Pick<Config, 'publicUrl'>, host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname
  if (name === undefined) return false
  return name === new URL(publicUrl).hostname || isAddress(name) || !name.includes('.')
}

const isLocal = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
