import { z } from 'zod'
import { idOf, instant, text } from '#infra/http/schemas.ts'
import { scopeNames } from '#kernel/caller.ts'
import { scope } from '../api-keys/schema.ts'

const appName = z.string().meta({ examples: ['Claude Code'] })
const homeUrl = z.string().nullable().meta({ description: 'The app’s website, as reported by the app.' })
const resource = z.string().meta({
  description: 'What the app’s tokens can access: the whole API, or only `/mcp`.',
  examples: ['https://posthorn.example.com/mcp'],
})

export const appList = z.strictObject({
  apps: z.array(
    z
      .strictObject({
        id: idOf('app'),
        name: appName,
        homeUrl,
        resource,
        scopes: z.array(scope),
        profileIds: z
          .array(idOf('prof'))
          .nullable()
          .meta({ description: 'The profiles that the app can access. Null if it can access all of your profiles.' }),
        connectedAt: instant,
        lastUsedAt: instant.nullable().meta({ description: 'When the key was last used, to the nearest minute.' }),
        expiresAt: instant.meta({
          description: 'When the app’s access expires, unless it refreshes its tokens first.',
        }),
      })
      .meta({ id: 'ConnectedApp' }),
  ),
})

export const appParams = z.strictObject({ id: idOf('app') })

const request = text(1, 24_000).meta({
  description: 'The `request` parameter of the page that `/oauth/authorize` redirects to.',
  examples: ['Y2xpZW50X2lkPXBvc3Rob3JuLWNsaQ'],
})
const userCode = text(1, 40).meta({
  description: 'The code shown on the device. Case and dashes are ignored.',
  examples: ['WDJB-MJHT'],
})

const answer = {
  decision: z.enum(['allow', 'refuse']),
  scopes: z.array(scope).max(scopeNames.length).optional().meta({
    description:
      'The scopes to grant, a subset of those requested. If omitted, all requested scopes that you can grant.',
  }),
  profileIds: z.array(idOf('prof')).min(1).max(1_000).nullable().optional().meta({
    description: 'The profiles that the app can access. If null or omitted, all profiles that you can access.',
  }),
}

const requestFields = {
  app: z.strictObject({
    name: appName,
    homeUrl,
    namedBy: z.enum(['own', 'document', 'itself']).meta({
      description:
        'How the app’s name was established. `own`: the app is part of Posthorn. `document`: the document at `documentUrl` states it. `itself`: the app states it and it is unverified.',
    }),
    documentUrl: z.string().nullable(),
  }),
  scopes: z
    .array(scope)
    .meta({ description: 'The scopes that the app requests, excluding those that your role cannot grant.' }),
  resource,
}

export const checkRequestBody = z
  .strictObject({ request })
  .meta({ id: 'AuthorizationRequestText', examples: [{ request: 'Y2xpZW50X2lkPXBvc3Rob3JuLWNsaQ' }] })

export const answerRequestBody = z.strictObject({ request, ...answer }).meta({
  id: 'AuthorizationAnswer',
  examples: [{ request: 'Y2xpZW50X2lkPXBvc3Rob3JuLWNsaQ', decision: 'allow', scopes: ['posts:read', 'posts:write'] }],
})

export const authorizationRequest = z
  .strictObject({
    ...requestFields,
    returnsTo: z.strictObject({
      kind: z.enum(['host', 'device']).meta({
        description: '`device`: a program on the same device as the browser. `host`: a website.',
      }),
      host: z
        .string()
        .nullable()
        .meta({ examples: ['agent.example.com'] }),
    }),
  })
  .meta({ id: 'AuthorizationRequest' })

export const answered = z
  .strictObject({
    redirectTo: z.string().meta({
      description: 'The URL to send the browser to. It contains a code for the app, so do not log it.',
      examples: ['http://127.0.0.1:33418/callback?code=Zm9yIG9uZSB1c2U&iss=https%3A%2F%2Fposthorn.example.com'],
    }),
  })
  .meta({ id: 'AnsweredAuthorization' })

export const checkDeviceBody = z
  .strictObject({ userCode })
  .meta({ id: 'DeviceCode', examples: [{ userCode: 'WDJB-MJHT' }] })

export const answerDeviceBody = z
  .strictObject({ userCode, ...answer })
  .meta({ id: 'DeviceAnswer', examples: [{ userCode: 'WDJB-MJHT', decision: 'allow' }] })

export const deviceRequest = z
  .strictObject({ ...requestFields, waitsSince: instant.meta({ description: 'When the device requested the code.' }) })
  .meta({ id: 'DeviceRequest' })
