import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, CallFailed, type Connector, type Http, type HttpRequest } from '#connectors/connector.ts'
import { linkedin as network } from '#test/connector-suite/networks/linkedin.ts'
import { grantOf } from '#test/connector-suite/sign-in.ts'
import { openStand } from '#test/connector-suite/stand.ts'
import { linkedin } from '../index.ts'
import { auth } from './auth.ts'
import type { Grant } from './grant.ts'

const connector: Connector = linkedin
const app = { clientId: 'our-app', clientSecret: 'our/secret', verifyToken: null }
const at = 'https://api.linkedin.test'

/** Builds an HTTP client that responds to each call by its name. */
function answering(answers: Readonly<Record<string, object | ((request: HttpRequest) => object | number)>>) {
  const requests: HttpRequest[] = []
  const http: Http = {
    addresses: { api: at, auth: 'https://www.linkedin.test' },
    app,
    version: '202609',
    now: new Date('2027-01-13T12:00:00.000Z'),
    async send(request): Promise<Answer> {
      requests.push(request)
      const given = answers[request.name]
      const answer = typeof given === 'function' ? given(request) : (given ?? 404)
      if (typeof answer === 'number')
        throw new CallFailed({ sent: 'answered', status: answer, headers: {}, body: '{}', code: null })
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
    },
  }
  return { http, requests }
}

const member = { id: 'aB-c', localizedFirstName: 'Ada', localizedLastName: 'Harbour', vanityName: 'ada' }
const exchange = (http: Http) =>
  auth.oauth?.exchange(http, { code: 'a code', redirectUrl: 'https://p.example/back', verifier: null })
const all = 'w_member_social,w_organization_social,rw_organization_admin'
const grant: Grant = { accessToken: 'token', refreshToken: null, member: 'urn:li:person:aB-c', scopes: all.split(',') }

test('the consent URL has space-separated scopes and contains no secret', () => {
  const request = {
    redirectUrl: 'https://p.example/back',
    state: 's 1',
    scopes: ['openid', 'w_member_social'],
    challenge: null,
  }
  const url = new URL(auth.oauth?.authorizeUrl({ auth: 'https://www.linkedin.test' }, app, request) ?? '')
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.linkedin.test/oauth/v2/authorization')
  assert.match(url.search, /scope=openid%20w_member_social/)
  assert.ok(!url.href.includes(app.clientSecret))
  assert.equal(auth.oauth?.pkce, false)
})

test('scopes are accepted with commas or spaces, and the lifetime is read from the response', async () => {
  for (const scope of [all, all.replaceAll(',', ' ')]) {
    const { http, requests } = answering({ token: { access_token: 'token', expires_in: 100, scope }, getMe: member })
    const granted = await exchange(http)
    assert.deepEqual(granted?.scopes, all.split(','))
    assert.equal(granted?.principal, 'urn:li:person:aB-c')
    assert.equal(granted?.expiresAt?.toISOString(), '2027-01-13T12:01:40.000Z')
    assert.equal(granted?.renewable, false)
    assert.match(String(requests[0]?.body), /client_secret=our%2Fsecret/)
    assert.equal(requests[1]?.headers?.['linkedin-version'], '202609')
  }
})

test('the person is read from OpenID if granted, else from the profile', async () => {
  const scope = 'openid,profile,w_member_social'
  const { http, requests } = answering({
    token: { access_token: 'token', scope },
    getUserInfo: { sub: 'aB-c', name: 'Ada Harbour', picture: 'https://media.linkedin.test/1.jpg' },
  })
  assert.equal((await exchange(http))?.principal, 'urn:li:person:aB-c')
  assert.equal(requests[1]?.headers?.['linkedin-version'], undefined, 'the older API has no versions')
  const who = await auth.whoami(http, { ...grant, scopes: scope.split(',') })
  assert.deepEqual([who.handle, who.avatar], ['Ada Harbour', 'https://media.linkedin.test/1.jpg'])
})

test('a partner’s grant is renewed for a year; a token that outlasts that year is the last one', async () => {
  const partner = { ...grant, refreshToken: 'refresh' }
  const renewed = async (more: object) => {
    const { http } = answering({ token: { access_token: 'next', expires_in: 5_184_000, ...more } })
    return auth.refresh?.(http, partner)
  }
  const usual = await renewed({ refresh_token: 'refresh', refresh_token_expires_in: 9_000_000 })
  assert.deepEqual([usual?.renewable, usual?.grant.accessToken, usual?.grant.refreshToken], [true, 'next', 'refresh'])
  assert.deepEqual(usual?.scopes, partner.scopes)
  // Omitted fields are kept.
  assert.deepEqual([(await renewed({}))?.grant.refreshToken, (await renewed({}))?.renewable], ['refresh', true])
  assert.equal((await renewed({ refresh_token_expires_in: 500_000 }))?.renewable, false)
})

test('a partner’s grant is renewed in the sandbox until the year ends', async (t) => {
  const stand = await openStand(t, 'linkedin')
  assert.equal(stand.sandbox.network('linkedin').settings?.change({ partner: true }), null)
  const first = await grantOf(stand, network, 'alice')
  assert.equal(first.renewable, true)
  stand.later(50 * 86_400_000)
  const second = await connector.auth.refresh?.(stand.http(), first.grant)
  assert.ok(second && second.principal === first.principal)
  assert.deepEqual([second.renewable, second.grant.accessToken === first.grant.accessToken], [true, false])
  stand.later(300 * 86_400_000)
  assert.equal((await connector.auth.refresh?.(stand.http(), second.grant))?.renewable, false)
})

test('organizations: roles are merged, an unknown role may not post, and a hidden organization has no name', async () => {
  const of = (nr: number, role: string, more: object = {}) => ({
    organization: `urn:li:organization:${nr}`,
    role,
    state: 'APPROVED',
    ...more,
  })
  const { http, requests } = answering({
    getMe: member,
    getOrganizationAcls: {
      elements: [
        of(1, 'ANALYST'),
        of(1, 'CONTENT_ADMIN'),
        of(2, 'ANALYST'),
        of(3, 'ADMINISTRATOR', { state: 'REQUESTED' }),
        { organizationTarget: 'urn:li:organization:4', role: 'ADMINISTRATOR' },
        { organization: 'urn:li:organizationBrand:5', role: 'ADMINISTRATOR' },
      ],
    },
    getOrganization: ({ url }) => (url.endsWith('/2') ? 403 : { localizedName: 'Harbour Works', vanityName: 'works' }),
  })
  const targets = (await auth.targets?.(http, grant)) ?? []
  assert.deepEqual(
    targets.map(({ remoteId, handle, lacks }) => [remoteId, handle, lacks === null]),
    [
      ['urn:li:person:aB-c', 'ada', true],
      ['urn:li:organization:1', 'works', true],
      ['urn:li:organization:2', 'urn:li:organization:2', false],
      ['urn:li:organization:4', 'works', true],
    ],
  )
  assert.deepEqual(targets[1]?.facts, {
    kind: 'organization',
    mayComment: false,
    profileUrl: 'https://www.linkedin.test/company/works',
  })
  assert.ok(requests.every(({ url }) => url.startsWith(at)))
  // A sign-in without pages requests none.
  const alone = answering({ getMe: member })
  const own = await auth.targets?.(alone.http, { ...grant, scopes: ['w_member_social'] })
  assert.deepEqual([own?.length, alone.requests.length], [1, 1])
})
