import type { Config } from '#infra/config/config.ts'
import { refuse } from '#kernel/errors.ts'
import { sessionIdleMs } from './tokens.ts'

/**
 * The cookie that holds a browser's refresh token. Scripts cannot read it, and it is sent to one path only. Three
 * measures protect against pages on other sites: SameSite=Lax, so their requests carry no cookie; JSON as the only body
 * type; and a check of `Origin`, which a browser always adds to these methods and which no page can forge.
 */
export const sessionCookieName = 'posthorn_session'
export const sessionPath = '/v1/auth/session'

type CookieConfig = Pick<Config, 'publicUrl' | 'corsOrigins'>

export function sessionCookieOptions(config: CookieConfig) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    path: sessionPath,
    maxAge: sessionIdleMs / 1_000,
  } as const
}

/**
 * Refuses a request from a page on a foreign origin. A program that is not a browser sends no `Origin`, and has only
 * cookies that it obtained itself.
 */
export function requireOwnOrigin(
  config: CookieConfig,
  request: {
    readonly host: string
    readonly protocol: string
    readonly headers: { readonly origin?: string | undefined }
  },
): void {
  const { origin } = request.headers
  if (origin === undefined) return
  const own = [config.publicUrl, `${request.protocol}://${request.host}`, ...config.corsOrigins]
  if (!own.includes(origin)) {
    refuse('origin_forbidden', {
      detail: 'Call this from a page of this installation, or of an origin in CORS_ORIGINS.',
    })
  }
}
