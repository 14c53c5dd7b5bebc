import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import type {
  Addresses,
  ExchangeRequest,
  Failure,
  Granted,
  Http,
  OAuth,
  OwnApp,
  Target,
} from '#connectors/connector.ts'
import { id, type Params, read } from '#connectors/meta/graph-call.ts'
import { listPages } from '#connectors/meta/list-pages.ts'
import { ask } from '../api.ts'
import { account, accountFields, remoteAccountOf } from './account.ts'
import type { Grant, PagesGrant } from './grant.ts'
import { scopesOfWay } from './scopes.ts'

/**
 * Facebook Login. The short-lived token is first exchanged for a 60-day token: page tokens read with a short-lived
 * token expire with it within the hour, and those read with a long-lived one do not expire.
 */
type AuthorizeRequest = Parameters<OAuth<Grant>['authorizeUrl']>[2]

export function pagesUrl(
  addresses: Addresses,
  { clientId, configId }: OwnApp,
  { redirectUrl, state, scopes }: AuthorizeRequest,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    response_type: 'code',
    // A configuration of Facebook Login for Business names the permissions itself.
    ...(configId === undefined ? { scope: scopesOfWay(scopes, 'facebook').join(',') } : { config_id: configId }),
    // Asks again for permissions that the user declined before.
    auth_type: 'rerequest',
  })
  return `${requireAddress(addresses, 'facebook_auth')}/dialog/oauth?${query}`
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_096) })
const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

export async function signInThroughPages(
  http: Http,
  { code, redirectUrl }: ExchangeRequest,
): Promise<Granted<PagesGrant>> {
  const { app } = http
  if (app === null) throw new Error('instagram has no app to exchange a code for')
  const client = { client_id: app.clientId, client_secret: app.clientSecret }
  // Facebook appends this to the URL; it is not part of the code.
  const given = { redirect_uri: redirectUrl, code: code.replace(/#_(?:=_)?$/, '') }
  const brief = await askToken(http, 'exchangeCode', { ...client, ...given })
  const swap = { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: brief }
  const userToken = await askToken(http, 'extendToken', swap)

  const person = { way: 'facebook', token: userToken } as const
  const request = { name: 'getMe', method: 'GET', path: '/me', params: { fields: 'id' } } as const
  const { id: userId } = read(await ask(http, person, request), z.object({ id }))
  const consents = { name: 'getPermissions', method: 'GET', path: '/me/permissions' } as const
  const { data } = read(await ask(http, person, consents), permissions)
  const scopes = data.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
  const linked = await readLinkedAccounts(http, userToken)
  const accounts = linked.flatMap(({ account, token }) =>
    account && token !== undefined ? [[account.id, { token }] as const] : [],
  )
  return {
    grant: { way: 'facebook', userId, userToken, accounts: Object.fromEntries(accounts), scopes },
    principal: userId,
    scopes,
    expiresAt: null,
    renewable: false,
  }
}

async function askToken(http: Http, name: string, params: Params): Promise<string> {
  const url = `${requireAddress(http.addresses, 'facebook')}/oauth/access_token?${new URLSearchParams(params)}`
  const answer = await http.send({ name, method: 'GET', url, headers: { accept: 'application/json' } })
  return read(answer, tokenAnswer).access_token
}

/** Revokes all permissions, for all accounts. */
export async function revokePages(http: Http, { userId, userToken }: PagesGrant): Promise<void> {
  const caller = { way: 'facebook', token: userToken } as const
  await ask(http, caller, { name: 'revoke', method: 'DELETE', path: `/${userId}/permissions` })
}

/** True if Meta refused the app: the error names the secret or the app, while for a wrong code it names the code. */
export const isUnknownMetaApp = ({ body }: Failure): boolean =>
  /client.?secret|platform app|validating application|client_id/i.test(body)

/** The accounts that a person can access through pages. A page without a professional account is left out. */
const listedPage = z.object({
  id: z.string().regex(/^[0-9]{1,40}$/),
  name: z.string().max(500).nullish(),
  access_token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: account.nullish().catch(null),
})

const reader = {
  ask: (http: Http, { token, ...question }: Parameters<Parameters<typeof listPages>[2]['ask']>[1]) =>
    ask(http, { way: 'facebook', token }, question),
  fields: `id,name,instagram_business_account{${accountFields}}`,
  shape: listedPage,
}

const readLinkedAccounts = async (http: Http, userToken: string) =>
  (await listPages(http, userToken, reader)).map(
    ({ name, access_token: token, tasks, instagram_business_account: linked }) => ({
      page: name ?? null,
      account: linked ?? null,
      token,
      tasks,
    }),
  )

type Linked = Awaited<ReturnType<typeof readLinkedAccounts>>[number]

export async function listTargets(http: Http, { userToken, accounts }: PagesGrant): Promise<readonly Target[]> {
  const linked = await readLinkedAccounts(http, userToken)
  return linked.flatMap((one) => {
    if (!one.account) return []
    const isGranted = Object.hasOwn(accounts, one.account.id)
    return [{ ...remoteAccountOf(one.account), category: one.page, lacks: lackOf(one, isGranted) }]
  })
}

function lackOf({ account: linked, page, tasks, token }: Linked, isGranted: boolean): string | null {
  const name = linked?.username ?? ''
  if (token === undefined || (tasks && !tasks.includes('CREATE_CONTENT')))
    return `You can’t publish as “${name}”. Ask an admin of the page “${page ?? ''}” to give ` + `you content access.`
  if (!isGranted) return `“${name}” was added after you signed in. Sign in again and select its page.`
  return null
}
