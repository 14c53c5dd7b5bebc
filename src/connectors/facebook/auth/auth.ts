import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { webUrl } from '#connectors/api/web-url.ts'
import type { Auth, ExchangeRequest, Granted, Http, OAuth, Target } from '#connectors/connector.ts'
import { id, read } from '#connectors/meta/graph-call.ts'
import { listPages } from '#connectors/meta/list-pages.ts'
import { ask } from '../api.ts'
import { type Grant, tokenOf } from './grant.ts'

/**
 * The scopes that publishing requires. A person signs in and grants access to pages. The short-lived token is first
 * exchanged for a 60-day token, because page tokens read with a short-lived token expire with it within the hour.
 */
export const neededScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'] as const
/**
 * The scopes for the first comment, view counts and pages of business portfolios; everything else works without them.
 */
const wantedScopes = ['pages_manage_engagement', 'read_insights', 'business_management'] as const

/** Lists a person's pages, each with its token. */
const listOwnPages = (http: Http, userToken: string): Promise<readonly ListedPage[]> =>
  listPages(http, userToken, reader)

/** A page as responses describe it. In a person's lists it comes with its own token. */
const page = z.object({
  id,
  name: z.string().min(1).max(500),
  username: z.string().min(1).max(200).nullish(),
  category: z.string().max(200).nullish(),
  link: webUrl,
  picture: z
    .object({ data: z.object({ url: webUrl }) })
    .nullish()
    .catch(null),
  followers_count: z.number().int().min(0).nullish(),
})

const listedPage = page.extend({
  access_token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
})

const pageFields = 'id,name,username,category,link,picture.type(large){url},followers_count'

const reader = { ask, fields: pageFields, shape: listedPage }

const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

const me = z.object({
  id,
  name: z.string().max(500).nullish(),
  picture: z
    .object({ data: z.object({ url: webUrl }) })
    .nullish()
    .catch(null),
})

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_096) })

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: true },
  authorizeUrl(addresses, { clientId, configId }, { redirectUrl, state, scopes }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUrl,
      state,
      response_type: 'code',
      // A configuration of Facebook Login for Business names the permissions itself.
      ...(configId === undefined ? { scope: scopes.join(',') } : { config_id: configId }),
      // Asks again for permissions that the user declined before.
      auth_type: 'rerequest',
    })
    return `${requireAddress(addresses, 'auth')}/dialog/oauth?${query}`
  },
  exchange,
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes: [...neededScopes, ...wantedScopes],
  needs: neededScopes,
  revoke,
  whoami,
  targets,
}

async function exchange(http: Http, { code, redirectUrl }: ExchangeRequest): Promise<Granted<Grant>> {
  const { app } = http
  if (app === null) throw new Error('facebook has no app to exchange a code for')
  const client = { client_id: app.clientId, client_secret: app.clientSecret }
  const brief = await askToken(http, 'exchangeCode', { ...client, redirect_uri: redirectUrl, code })
  const swap = { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: brief }
  const userToken = await askToken(http, 'extendToken', swap)

  const { id: userId } = await askMe(http, userToken)
  const given = { name: 'getPermissions', method: 'GET', path: '/me/permissions', token: userToken } as const
  const { data } = read(await ask(http, given), permissions)
  const listed = await listOwnPages(http, userToken)
  const pages = listed.flatMap(({ id: pageId, access_token: token }) => (token ? [[pageId, { token }] as const] : []))
  return {
    grant: { userId, userToken, pages: Object.fromEntries(pages) },
    principal: userId,
    scopes: data.filter(({ status }) => status === 'granted').map(({ permission }) => permission),
    expiresAt: null,
  }
}

async function askToken(http: Http, name: string, params: Readonly<Record<string, string>>): Promise<string> {
  const answer = await ask(http, { name, method: 'GET', path: '/oauth/access_token', params, token: null })
  return read(answer, tokenAnswer).access_token
}

async function askMe(http: Http, token: string) {
  const params = { fields: 'id,name,picture.type(large){url}' }
  return read(await ask(http, { name: 'getMe', method: 'GET', path: '/me', params, token }), me)
}

/** Returns the page, or the person who signed in if no page ID is given. */
async function whoami(http: Http, grant: Grant, pageId?: string) {
  if (pageId !== undefined) {
    const request = { name: 'getPage', method: 'GET', path: `/${encodeURIComponent(pageId)}` } as const
    const answer = await ask(http, { ...request, params: { fields: pageFields }, token: tokenOf(grant, pageId) })
    return remoteAccountOf(read(answer, page))
  }
  const { id: remoteId, name, picture } = await askMe(http, grant.userToken)
  const avatar = picture?.data.url ?? null
  return { remoteId, handle: name ?? remoteId, displayName: name ?? null, avatar, followers: null, facts: {} }
}

/** Revokes all permissions, for all pages. */
async function revoke(http: Http, { userId, userToken }: Grant): Promise<void> {
  await ask(http, { name: 'revoke', method: 'DELETE', path: `/${userId}/permissions`, token: userToken })
}

/** Lists the pages that the user may choose from, and for each the reason if it cannot be chosen. */
async function targets(http: Http, { userToken, pages }: Grant): Promise<readonly Target[]> {
  const listed = await listOwnPages(http, userToken)
  return listed.map((one) => ({
    ...remoteAccountOf(one),
    category: one.category ?? null,
    lacks: lackOf(one, Object.hasOwn(pages, one.id)),
  }))
}

function lackOf({ name, tasks, access_token: token }: ListedPage, isGranted: boolean): string | null {
  if (token === undefined || (tasks && !tasks.includes('CREATE_CONTENT')))
    return `You can’t publish to “${name}”. Ask a page admin to give you content access.`
  if (!isGranted) return `“${name}” was added after you signed in. Sign in again and select this page.`
  return null
}

type Page = z.infer<typeof page>

type ListedPage = z.infer<typeof listedPage>

function remoteAccountOf({ id: remoteId, name, username, category, link, picture, followers_count }: Page) {
  return {
    remoteId,
    handle: username ?? name,
    displayName: name,
    avatar: picture?.data.url ?? null,
    followers: followers_count ?? null,
    facts: { ...(link === null ? {} : { profileUrl: link }), ...(category ? { category } : {}) },
  }
}
