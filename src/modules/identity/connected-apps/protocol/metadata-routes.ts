import type { Edge } from '#infra/http/server.ts'
import { scopeNames } from '#kernel/caller.ts'
import type { IdentityDeps } from '../../deps.ts'
import { usualScopes } from '../app-scopes.ts'
import { type Audience, audiencePaths, resourceOf } from '../audiences.ts'
import { deviceGrant } from './oauth-routes.ts'

/**
 * The documents that tell apps how to sign in. They are defined by standards, so they are not in the OpenAPI document.
 */
const open = { config: { access: { credential: 'none' } }, schema: { hide: true } } as const

export function addMetadataRoutes(app: Edge, { config }: Pick<IdentityDeps, 'config'>): void {
  const server = describeServer(config.publicUrl)
  // Agents also look below the path of the resource, and under the document's OpenID Connect name.
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    for (const path of Object.values(audiencePaths)) app.get(`/.well-known/${name}${path}`, open, async () => server)
  for (const audience of Object.keys(audiencePaths) as Audience[]) {
    const resource = describeResource(config, audience)
    app.get(`/.well-known/oauth-protected-resource${audiencePaths[audience]}`, open, async () => resource)
  }
}

/** Describes the authorization server (RFC 8414). */
const describeServer = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  device_authorization_endpoint: `${issuer}/oauth/device`,
  scopes_supported: scopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer}/docs/guides/authorization`,
})

/** Describes a resource that tokens give access to (RFC 9728). */
const describeResource = (config: IdentityDeps['config'], audience: Audience) => ({
  resource: resourceOf(config, audience),
  authorization_servers: [config.publicUrl],
  scopes_supported: audience === 'mcp' ? usualScopes : scopeNames,
  bearer_methods_supported: ['header'],
  resource_name: audience === 'mcp' ? 'Posthorn for agents' : 'Posthorn',
  resource_documentation: `${config.publicUrl}/docs/guides/authorization`,
})
