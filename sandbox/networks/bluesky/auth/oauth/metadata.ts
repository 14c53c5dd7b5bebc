import { ok } from '../../../../core/http/request.ts'
import { noToken, route } from '../../../../core/http/route.ts'
import type { Route } from '../../../../core/network.ts'
import { scopeTitles } from './requests.ts'

/** Returns the routes of the documents that describe the authorization server and its features to clients. */
export function metadataRoutes(base: () => string): readonly Route[] {
  const at = (name: string, call: string, body: () => object): Route =>
    route('GET', `/.well-known/${name}`, call, noToken, () => ok(body()))
  return [
    at('oauth-protected-resource', 'resourceMetadata', () => ({
      resource: base(),
      authorization_servers: [base()],
      scopes_supported: [],
      bearer_methods_supported: ['header'],
      resource_documentation: 'https://atproto.com',
    })),
    at('oauth-authorization-server', 'issuerMetadata', () => ({
      issuer: base(),
      authorization_endpoint: `${base()}/oauth/authorize`,
      token_endpoint: `${base()}/oauth/token`,
      pushed_authorization_request_endpoint: `${base()}/oauth/par`,
      revocation_endpoint: `${base()}/oauth/revoke`,
      scopes_supported: Object.keys(scopeTitles),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      require_pushed_authorization_requests: true,
      client_id_metadata_document_supported: true,
    })),
  ]
}
