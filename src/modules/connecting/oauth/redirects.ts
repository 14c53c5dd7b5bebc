import type { Config } from '#infra/config/config.ts'
import { type Fault, refuseInput } from '#kernel/errors.ts'
import { aliasesOf, type Network, platformIdOf } from '#rules/network-names.ts'

/**
 * The URLs that people can be redirected to: our own, or one that the operator has listed, compared exactly. URLs are
 * not parsed and compared in parts, so two parsers cannot interpret a part differently.
 */
type Addresses = Pick<Config, 'publicUrl' | 'allowedRedirects'>

/** Returns the callback URL, which the operator registers with the network. */
export const buildCallbackUrl = ({ publicUrl }: Addresses, network: Network): string =>
  `${publicUrl}/v1/oauth/callback/${network}`

/** Returns every spelling of our two callback URLs. An operator registers one of them with the network. */
export const listOwnCallbacks = (config: Addresses, network: Network): readonly string[] =>
  [platformIdOf(network), ...aliasesOf(network)].flatMap((name) => [
    `${config.publicUrl}/v1/oauth/callback/${name}`,
    `${config.publicUrl}/v1/platforms/${name}/callback`,
  ])

/** Returns the URL of our page that shows the outcome. */
const buildConnectedPageUrl = ({ publicUrl }: Addresses): string => `${publicUrl}/connected`

export function requireAllowedRedirects(
  config: Addresses,
  network: Network,
  { redirectUrl, finalRedirectUrl }: { readonly redirectUrl: string; readonly finalRedirectUrl: string | null },
): void {
  const faults: Fault[] = []
  const callbacks = [...listOwnCallbacks(config, network), ...config.allowedRedirects]
  if (!callbacks.includes(redirectUrl)) {
    faults.push({
      path: '/redirectUrl',
      code: 'redirect_not_allowed',
      message: `must be exactly ${buildCallbackUrl(config, network)} or an entry of ALLOWED_REDIRECTS`,
    })
  }
  if (
    finalRedirectUrl !== null &&
    !isOwnPage(config, finalRedirectUrl) &&
    !config.allowedRedirects.includes(finalRedirectUrl)
  ) {
    faults.push({
      path: '/finalRedirectUrl',
      code: 'redirect_not_allowed',
      message: `must be a page below ${config.publicUrl}/ or exactly an entry of ALLOWED_REDIRECTS`,
    })
  }
  if (faults.length > 0) refuseInput(...faults)
}

/** True for one of our own URLs in its normal spelling and outside the API, because some API operations redirect. */
function isOwnPage({ publicUrl }: Addresses, text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.href !== text || !text.startsWith(`${publicUrl}/`)) return false
  if (url.origin !== publicUrl || url.username !== '' || url.password !== '' || text.includes('#')) return false
  return /^(?:\/[\w.~-]+)*\/?$/.test(url.pathname) && !/^\/v1(?:\/|$)/i.test(url.pathname)
}

/** Adds the outcome of a sign-in to the URL on which it ends. */
export function buildFinalUrl(
  config: Addresses,
  finalRedirectUrl: string | null,
  query: Readonly<Record<string, string>>,
): string {
  const url = new URL(finalRedirectUrl ?? buildConnectedPageUrl(config))
  for (const name of ['connected', 'accountId', 'choose', 'profileId', 'error']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
