import { z } from 'zod'
import type { Connector } from '#connectors/connector.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import { findApp, findNetworkSettings, listScopes } from '#modules/accounts/index.ts'
import type { Limits } from '#rules/limits.ts'
import { aliasesOf, platformFields, platformIdOf } from '#rules/network-names.ts'

/** Lists the networks that can be connected and what they can do, from the same data that publishing uses. */
export function listProviders({ connectors, config }: Pick<AccountDeps, 'connectors' | 'config'>) {
  const providers = Object.values(connectors).flatMap((connector) => {
    const settings = connector && findNetworkSettings(config, connector.network)
    if (!connector || !settings) return []
    const { mode } = settings
    const needsApp = connector.auth.oauth !== undefined
    const configured = !needsApp || findApp(config, connector.network, mode) !== null
    const { connect, ...provider } = describeProvider(connector)
    const defaultScopes = [...listScopes(config, connector)]
    return [{ ...provider, defaultScopes, mode, connect: { ...connect, needsApp, configured } }]
  })
  return { providers }
}

function describeProvider({ network, limits, settings, auth, metrics }: Connector) {
  const toJsonSchema = (shape: z.ZodType) => ({ ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) })
  return {
    ...platformFields(network),
    aliases: [...aliasesOf(network)],
    name: limits.name,
    capabilities: [...listCapabilities(limits), ...(metrics ? ['metrics'] : [])],
    limits: { ...limits },
    settingsSchema: toJsonSchema(settings),
    connect: {
      kind: auth.kind,
      path: auth.connect ? `/v1/platforms/${platformIdOf(network)}/connect` : null,
      fields: auth.fields ? toJsonSchema(auth.fields) : null,
    },
  }
}

const listCapabilities = (limits: Limits): string[] => [
  'text',
  ...(limits.image.max > 0 ? ['images'] : []),
  ...(limits.video.max > 0 ? ['video'] : []),
  ...(limits.altText.max > 0 ? ['alt_text'] : []),
  ...(limits.thread ? ['threads'] : []),
  ...(limits.formats.includes('carousel') ? ['carousels'] : []),
  ...(limits.firstComment ? ['first_comment'] : []),
]
