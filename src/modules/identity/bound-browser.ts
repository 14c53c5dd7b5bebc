import { randomBytes } from 'node:crypto'
import type { Config } from '#infra/config/config.ts'
import { hashSecret } from './hash-secret.ts'

/**
 * The cookie that binds what a browser has started to this browser. All tabs share it, so that several can sign in at
 * the same time. Over https its name begins with `__Host-`, so that no other host of the same domain can plant one.
 */
type Purpose = 'company' | 'passkey'

const nameOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, purpose: Purpose): string =>
  publicUrl.startsWith('https:') ? `__Host-posthorn_${purpose}` : `posthorn_${purpose}`

const secretShape = /^[\w-]{43}$/

interface Carrier {
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** Returns the browser's secret. Null if the browser has started nothing. */
export function readBrowser(config: Pick<Config, 'publicUrl'>, purpose: Purpose, { cookies }: Carrier): string | null {
  const secret = cookies[nameOf(config, purpose)]
  return secret !== undefined && secretShape.test(secret) ? secret : null
}

export const hashBrowser = (purpose: Purpose, secret: string): Buffer => hashSecret(`${purpose} browser ${secret}`)

export function browserCookie(config: Pick<Config, 'publicUrl'>, purpose: Purpose, secret: string, maxAgeMs: number) {
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    path: '/',
    maxAge: maxAgeMs / 1_000,
  } as const
  return [nameOf(config, purpose), secret, options] as const
}

export const makeBrowser = (): string => randomBytes(32).toString('base64url')
