import type { Connector, Hear, NetworkNotice } from '#connectors/connector.ts'
import { refuse } from '#kernel/errors.ts'
import { noteRevokedConsent } from '#modules/accounts/index.ts'
import { hearTalk } from '#modules/inbox/index.ts'
import { hearNews } from '#modules/publishing/index.ts'
import { type Network, readPlatform } from '#rules/network-names.ts'
import type { CallbackDeps } from '../deps.ts'
import { listOwnApps } from '../own-apps.ts'

/** Responds to a network's check that this URL is ours. */
export function answerChallenge(
  deps: Pick<CallbackDeps, 'connectors' | 'config'>,
  platform: string,
  query: Readonly<Record<string, string>>,
): { readonly contentType: string; readonly body: string } {
  const { network, hear } = requireHearing(deps, platform)
  for (const { app } of listOwnApps(deps.config, network)) {
    const answer = hear.challenge?.(query, app)
    if (answer) return answer
  }
  return refuse('webhook_challenge_refused', {
    detail: 'The verify token must equal the setting <NETWORK>_VERIFY_TOKEN.',
  })
}

interface SignedNotice {
  readonly headers: Readonly<Record<string, string>>
  /** The exact bytes that were signed. */
  readonly raw: Buffer
}

/**
 * Handles a notification from a network. Checks its signature before anything else; a repeated notification changes
 * nothing.
 */
export async function receiveNotice(
  deps: CallbackDeps,
  platform: string,
  { headers, raw }: SignedNotice,
): Promise<void> {
  const { network, hear } = requireHearing(deps, platform)
  const now = deps.clock.now()
  const signed = listOwnApps(deps.config, network).filter(({ app }) => hear.isSigned(headers, raw, app, now))
  if (signed.length === 0) {
    refuse('webhook_signature_invalid', {
      detail: 'Sign the bytes of the body with the secret of the app that is registered here.',
    })
  }
  const notices = hear.read(raw)
  await hearNews(deps, network, listHandles(notices))
  for (const { mode } of signed) {
    await hearTalk(deps, { network, mode, remoteIds: listTalkedTo(notices) })
    for (const one of notices)
      if (one.is === 'revoked') await noteRevokedConsent(deps, { network, mode, principal: one.principal }, one.at)
  }
}

interface Hearing {
  readonly network: Network
  readonly hear: Hear
}

function requireHearing({ connectors }: Pick<CallbackDeps, 'connectors'>, platform: string): Hearing {
  const network = readPlatform(platform) ?? refuse('platform_not_found')
  const connector: Connector | undefined = connectors[network]
  return { network, hear: connector?.hear ?? refuse('platform_without_webhooks') }
}

const listTalkedTo = (notices: readonly NetworkNotice[]): string[] => [
  ...new Set(notices.flatMap((one) => (one.is === 'talk' ? [one.accountId] : []))),
]

const listHandles = (notices: readonly NetworkNotice[]): string[] => [
  ...new Set(notices.flatMap((one) => (one.is === 'news' ? [one.handle] : []))),
]
