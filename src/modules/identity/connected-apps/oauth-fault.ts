import type { Config } from '#infra/config/config.ts'

/** The errors of RFC 6749, 7591, 8628 and 8707 that Posthorn returns. */
export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** A refusal in OAuth format, for clients that understand nothing else. */
export class OauthFault extends Error {
  override readonly name = 'OauthFault'
  readonly error: OauthError

  constructor(error: OauthError, description: string) {
    super(description)
    this.error = error
  }
}

export const noPages = 'This installation serves no pages (WEB=off), so users cannot authorize apps. Use an API key.'

/** Refuses an app that needs a user's response if no page can ask for it. */
export function requirePages({ config }: { readonly config: Pick<Config, 'web'> }): void {
  if (!config.web) throw new OauthFault('invalid_request', noPages)
}
