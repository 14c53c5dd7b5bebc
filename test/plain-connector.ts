import { z } from 'zod'
import { CallFailed, type Connector, type Granted, type Http, type JsonObject } from '#connectors/connector.ts'
import { netA as limits } from '#rules/networks/net-a.ts'

/** The signing in and nothing else: for tests of what keeps accounts, apart from any network's publishing. */
const tokenOf = (value: unknown): string => String(value)

const readJson = (body: Buffer): Record<string, string> => JSON.parse(body.toString())

function grantedOf(pds: string, session: Record<string, string>): Granted<JsonObject> {
  const { accessJwt = '', refreshJwt = '', did = '' } = session
  const { exp } = readJson(Buffer.from(accessJwt.split('.')[1] ?? '', 'base64url')) as unknown as { exp: number }
  return { grant: { pds, did, accessJwt, refreshJwt }, principal: did, scopes: [], expiresAt: new Date(exp * 1_000) }
}

async function ask(http: Http, pds: string, name: string, method: 'GET' | 'POST', token: string | null, body?: object) {
  const { body: answer } = await http.send({
    name,
    method,
    url: `${pds}/xrpc/com.atproto.server.${name}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.length === 0 ? {} : readJson(answer)
}

export const plainNetA: Connector = {
  network: 'net-a',
  limits,
  settings: z.strictObject({}),
  auth: {
    kind: 'direct',
    fields: z.strictObject({ identifier: z.string(), appPassword: z.string(), pdsUrl: z.string().optional() }),
    async connect(http, { identifier, appPassword, pdsUrl }) {
      const pds = tokenOf(pdsUrl ?? http.addresses.api)
      return grantedOf(pds, await ask(http, pds, 'createSession', 'POST', null, { identifier, password: appPassword }))
    },
    async refresh(http, { pds, refreshJwt }) {
      return grantedOf(tokenOf(pds), await ask(http, tokenOf(pds), 'refreshSession', 'POST', tokenOf(refreshJwt)))
    },
    async revoke(http, { pds, refreshJwt }) {
      await ask(http, tokenOf(pds), 'deleteSession', 'POST', tokenOf(refreshJwt))
    },
    async whoami(http, { pds, accessJwt }) {
      const { did = '', handle = '' } = await ask(http, tokenOf(pds), 'getSession', 'GET', tokenOf(accessJwt))
      return { remoteId: did, handle, displayName: null, avatar: null, followers: null, facts: { host: tokenOf(pds) } }
    },
  },
  steps: {},
  plan: () => {
    throw new CallFailed({ sent: 'no', status: null, headers: {}, body: '', code: 'nothing is published here' })
  },
  judge: ({ sent, body }) =>
    sent === 'answered' && /"error":"(?:ExpiredToken|InvalidToken|AuthenticationRequired)"/.test(body)
      ? { is: 'reauth', why: 'The network no longer takes the sign-in. Connect the account again.' }
      : null,
}
