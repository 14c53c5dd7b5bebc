import { z } from 'zod'
import type { Answer, Outbound, OutboundRequest } from '#infra/outbound/outbound.ts'

const endpoint = z.url().max(2_000)
const document = z.object({
  issuer: z.string(),
  jwks_uri: endpoint,
  authorization_endpoint: endpoint.optional().catch(undefined),
  token_endpoint: endpoint.optional().catch(undefined),
  userinfo_endpoint: endpoint.optional().catch(undefined),
  end_session_endpoint: endpoint.optional().catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).max(50).optional().catch(undefined),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
})

/** The description of an identity provider (OpenID Connect Discovery). */
export type ProviderDocument = z.output<typeof document>

/** The limit of each call: long enough for a busy provider, and short enough for a person who waits at the sign-in page. */
const answerWithinMs = 5_000
const maxBytes = 256 * 1024

/** Reads the discovery document, and requires that it is that of the configured issuer. */
export async function fetchProviderDocument(
  outbound: Pick<Outbound, 'request'>,
  issuer: string,
): Promise<ProviderDocument> {
  const found = document.parse(
    await readJson(outbound, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  )
  if (found.issuer !== issuer) {
    throw new Error(
      `the discovery document at ${issuer} names the issuer ${found.issuer}; set OIDC_ISSUER to exactly that`,
    )
  }
  return found
}

/**
 * Requires https of an endpoint. Only the provider's own origin may use http, which its setting allows on loopback. The
 * outbound client enforces that other origins are public.
 */
export function requireSafeEndpoint(issuer: string, url: string): URL {
  const at = new URL(url)
  if (at.origin !== new URL(issuer).origin && at.protocol !== 'https:') {
    throw new Error(
      `the identity provider names an endpoint at ${at.origin}, which is neither its own origin nor https`,
    )
  }
  return at
}

export async function readJson(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  headers: OutboundRequest['headers'] = {},
): Promise<unknown> {
  const { status, body } = await outbound.request({
    url,
    headers: { accept: 'application/json', ...headers },
    timeoutMs: answerWithinMs,
    maxBytes,
  })
  if (status !== 200) throw new Error(`the identity provider returned ${status} for ${new URL(url).pathname}`)
  return JSON.parse(body.toString('utf8'))
}

/** Sends a form, such as a code to exchange. Returns the response with any status. */
export function postForm(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return outbound.request({
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
    timeoutMs: answerWithinMs,
    maxBytes,
  })
}
