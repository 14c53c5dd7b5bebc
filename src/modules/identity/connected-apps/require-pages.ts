import type { Config } from '#infra/config/config.ts'
import { OauthFault } from './oauth-fault.ts'

export const noPages = 'This installation serves no pages (WEB=off), so users cannot authorize apps. Use an API key.'

/** Refuses an app that needs a user's response if no page can ask for it. */
export function requirePages({ config }: { readonly config: Pick<Config, 'web'> }): void {
  if (!config.web) throw new OauthFault('invalid_request', noPages)
}
