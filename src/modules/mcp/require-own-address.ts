import type { Config } from '#infra/config/config.ts'
import { requireOwnHost } from '#infra/http/request/own-host.ts'
import { refuse } from '#kernel/errors.ts'

interface Addresses {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/**
 * Refuses a request that a browser was tricked into sending. A page may make its own name resolve to this machine (DNS
 * rebinding); then `Host` has that name, and `Origin` is the page's. Programs send no `Origin`.
 */
export function requireOwnAddress(
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
  { host, origin }: Addresses,
): void {
  if (origin !== undefined && !isOwnOrigin(config, origin)) {
    refuse('address_forbidden', {
      detail: 'Pages on this origin cannot use /mcp. The operator can name the origin in CORS_ORIGINS.',
    })
  }
  requireOwnHost(config.publicUrl, { host })
}

function isOwnOrigin({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>, origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false
  return url.origin === new URL(publicUrl).origin || corsOrigins.includes(url.origin) || isLocal(url.hostname)
}

const isLocal = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
