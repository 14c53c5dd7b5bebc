import { z } from 'zod'
import { idOf, instant, instantInput, pageFields, pageQuery } from '#infra/http/schemas.ts'
import { scopeNames, scopes } from '#kernel/caller.ts'
import { shortName } from '../schema.ts'

export const scope = z.enum(scopeNames).meta({
  id: 'Scope',
  description: Object.entries(scopes)
    .map(([name, about]) => `- \`${name}\`: ${about}`)
    .join('\n'),
})

export const createApiKeyBody = z
  .strictObject({
    name: shortName('Build server'),
    scopes: z.array(scope).min(1).max(scopeNames.length),
    profileIds: z.array(idOf('prof')).min(1).max(1_000).nullable().optional().meta({
      description: 'The profiles that the key can access. If null or omitted, all profiles that you can access.',
    }),
    expiresAt: instantInput
      .nullable()
      .optional()
      .meta({ description: 'When the key expires. If null or omitted, it never expires.' }),
  })
  .meta({ id: 'CreateApiKey', examples: [{ name: 'Build server', scopes: ['profiles:read', 'posts:write'] }] })

const apiKeyFields = {
  id: idOf('key'),
  name: z.string(),
  prefix: z
    .string()
    .meta({ description: 'The first characters of the key, for identification.', examples: ['ph_4fGh2Kd'] }),
  scopes: z.array(scope),
  profileIds: z.array(idOf('prof')).nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable().meta({ description: 'When the key was last used, to the nearest minute.' }),
}

/** The response of the one route that creates a key. The key cannot be read again later. */
export const apiKeyWithSecret = z
  .strictObject({ ...apiKeyFields, key: z.string().meta({ description: 'The key. It is shown only once.' }) })
  .meta({ id: 'ApiKeyWithSecret' })

export const apiKeyPage = z
  .strictObject({
    apiKeys: z.array(z.strictObject(apiKeyFields).meta({ id: 'ApiKey' })),
    ...pageFields,
  })
  .meta({ id: 'ApiKeyPage' })

export const apiKeyQuery = z.strictObject(pageQuery({ max: 200, fallback: 50 }))
export const apiKeyParams = z.strictObject({ id: idOf('key') })

export type CreateApiKeyInput = z.output<typeof createApiKeyBody>
