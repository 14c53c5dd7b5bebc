import type { Config } from '#infra/config/load.ts'
import { refuse } from '#kernel/errors.ts'
import { idleMs } from './tokens.ts'

/**
 * A browser keeps its refresh token in a cookie that no script can read and that is sent to one path only. Against
 * pages of other sites stand: SameSite=Lax, so their requests carry no cookie; JSON as the only body; and a check of
 * `Origin`, which a browser always adds to these methods and which no page can forge.
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
    maxAge: idleMs / 1_000,
  } as const
}

/** A program that is no browser sends no `Origin`, and has no cookie that it did not get itself. */
export function demandOwnOrigin(
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
    refuse('origin_forbidden', { detail: 'Call this from a page of this service or of an origin in CORS_ORIGINS.' })
  }
}
