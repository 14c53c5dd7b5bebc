import { z } from 'zod'
import type { Connector } from '#connectors/connector.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import { appOf, networkSettings, scopesOf } from '#modules/accounts/index.ts'
import type { Limits } from '#rules/limits.ts'
import { aliasesOf, platformFields, platformIdOf } from '#rules/network-names.ts'

/** Lists the networks that can be connected and what they can do, from the same data that publishing uses. */
export function listProviders({ connectors, config }: Pick<AccountDeps, 'connectors' | 'config'>) {
  const providers = Object.values(connectors).flatMap((connector) => {
    const settings = connector && networkSettings(config, connector.network)
    if (!connector || !settings) return []
    const { mode } = settings
    const needsApp = connector.auth.oauth !== undefined
    const configured = !needsApp || appOf(config, connector.network, mode) !== null
    const { connect, ...provider } = providerOf(connector)
    const defaultScopes = [...scopesOf(config, connector)]
    return [{ ...provider, defaultScopes, mode, connect: { ...connect, needsApp, configured } }]
  })
  return { providers }
}

function providerOf({ network, limits, settings, auth, metrics }: Connector) {
  const schemaOf = (shape: z.ZodType) => ({ ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) })
  return {
    ...platformFields(network),
    aliases: [...aliasesOf(network)],
    name: limits.name,
    capabilities: [...capabilitiesOf(limits), ...(metrics ? ['metrics'] : [])],
    limits: { ...limits },
    settingsSchema: schemaOf(settings),
    connect: {
      kind: auth.kind,
      path: auth.connect ? `/v1/platforms/${platformIdOf(network)}/connect` : null,
      fields: auth.fields ? schemaOf(auth.fields) : null,
    },
  }
}

const capabilitiesOf = (limits: Limits): string[] => [
  'text',
  ...(limits.image.max > 0 ? ['images'] : []),
  ...(limits.video.max > 0 ? ['video'] : []),
  ...(limits.altText.max > 0 ? ['alt_text'] : []),
  ...(limits.thread ? ['threads'] : []),
  ...(limits.formats.includes('carousel') ? ['carousels'] : []),
  ...(limits.firstComment ? ['first_comment'] : []),
]
