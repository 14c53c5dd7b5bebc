import { z } from 'zod'
import { clientMetadataPath } from '#connectors/contract/oauth.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ConnectingDeps } from '../deps.ts'
import { listOwnCallbacks } from './redirects.ts'

const metadata = z
  .object({
    client_id: z.url(),
    client_name: z.string(),
    client_uri: z.url(),
    application_type: z.literal('web'),
    grant_types: z.string().array(),
    response_types: z.string().array(),
    redirect_uris: z.string().array(),
    scope: z.string(),
    dpop_bound_access_tokens: z.literal(true),
    token_endpoint_auth_method: z.literal('private_key_jwt'),
    token_endpoint_auth_signing_alg: z.literal('ES256'),
    jwks: z.object({ keys: z.looseObject({ kid: z.string() }).array() }),
  })
  .meta({
    id: 'ClientMetadata',
    description: 'OAuth client metadata as defined by the AT Protocol.',
    examples: [
      {
        client_id: 'https://posts.example.com/oauth/client-metadata.json',
        client_name: 'Posthorn',
        client_uri: 'https://posts.example.com',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['https://posts.example.com/v1/oauth/callback/bluesky'],
        scope: 'atproto transition:generic',
        dpop_bound_access_tokens: true,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', kid: 'mX0…', alg: 'ES256', use: 'sig', x: 'f83…', y: 'x_F…' }] },
      },
    ],
  })

/**
 * Adds the document that identifies this installation to the servers of Bluesky accounts. They read it when someone
 * signs in, so no app has to be registered.
 */
export function addClientMetadataRoutes(app: Edge, { config, clientKeys, connectors }: ConnectingDeps): void {
  route(app, {
    get: clientMetadataPath,
    id: 'getClientMetadata',
    tag: 'Connections',
    summary: 'Get the OAuth client metadata',
    description: 'The document that Bluesky servers read before a user signs in. Its URL is the client ID.',
    access: 'anyone',
    answers: metadata,
    does: async () => ({
      client_id: `${config.publicUrl}${clientMetadataPath}`,
      client_name: 'Posthorn',
      client_uri: config.publicUrl,
      application_type: 'web' as const,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [
        ...listOwnCallbacks(config, 'bluesky'),
        ...config.allowedRedirects.filter((url) => url.startsWith('https://')),
      ],
      scope: (connectors.bluesky?.auth.oauthAt?.scopes ?? []).join(' '),
      dpop_bound_access_tokens: true as const,
      token_endpoint_auth_method: 'private_key_jwt' as const,
      token_endpoint_auth_signing_alg: 'ES256' as const,
      jwks: { keys: (await clientKeys.publicJwks()).map((key) => ({ ...key, kid: key.kid ?? '' })) },
    }),
  })
}
