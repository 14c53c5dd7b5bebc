import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'
import { appProof } from '#connectors/meta/graph-call.ts'
import { instagram as network } from '#test/connector-suite/networks/instagram.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { grantOf } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { instagram } from '../index.ts'
import { auth } from './auth.ts'
import type { Grant } from './grant.ts'

const redirectUrl = 'http://127.0.0.1:4000/v1/oauth/callback/instagram'
const day = 86_400_000

/** Opens the HTTP client of an operator who chose the login through Facebook. */
const throughFacebook = (http: Http): Http => ({ ...http, app: http.app && { ...http.app, login: 'facebook' } })

async function signInAtFacebook(stand: Stand, login: string, ticked: Readonly<Record<string, string>> = {}) {
  const { oauth, scopes = [] } = auth
  const http = throughFacebook(stand.http())
  assert.ok(oauth && http.app)
  const request = { redirectUrl, state: 'a state', scopes, challenge: null }
  const url = new URL(oauth.authorizeUrl(http.addresses, http.app, request))
  assert.match(url.pathname, /\/dialog\/oauth$/)
  assert.doesNotMatch(url.searchParams.get('scope') ?? '', /instagram_business/)
  for (const [name, value] of Object.entries({ login, approve: '1', ...ticked })) url.searchParams.set(name, value)
  const answer = await fetch(url, { redirect: 'manual' })
  const code = URL.parse(answer.headers.get('location') ?? '')?.searchParams.get('code')
  assert.ok(code, `the consent page answered ${answer.status}: ${await answer.text()}`)
  return await oauth.exchange(http, { code, redirectUrl, verifier: null })
}

async function openWith(t: TestContext, settings: Readonly<Record<string, unknown>> = {}) {
  const stand = await openStand(t, 'instagram')
  assert.equal(stand.sandbox.network('instagram').settings?.change(settings), null)
  return stand
}

test('an Instagram sign-in yields a 60-day grant, which is renewed ten days before it expires', async (t) => {
  const stand = await openWith(t)
  const before = stand.now().getTime()
  const granted = await grantOf(stand, network, 'alice')
  const grant = granted.grant as unknown as Grant
  assert.equal(Math.floor(((granted.expiresAt?.getTime() ?? 0) - before) / day), 50)
  assert.ok(granted.scopes.length > 0 && granted.scopes.every((scope) => scope.startsWith('instagram_business_')))
  const [target, ...others] = (await auth.targets?.(stand.http(), grant)) ?? []
  assert.ok(target && grant.way === 'instagram')
  assert.deepEqual([others, target.lacks, target.remoteId], [[], null, grant.userId])
  // Meta's webhooks may identify the person by either.
  assert.equal(granted.principal, grant.appUserId)
  assert.notEqual(grant.appUserId, grant.userId)
  stand.later(50 * day)
  const renewed = await auth.refresh?.(stand.http(), grant)
  assert.deepEqual([renewed?.principal, renewed?.scopes], [granted.principal, granted.scopes])
  assert.ok(renewed?.expiresAt && renewed.expiresAt.getTime() > before + 99 * day)
})

test('the suffix of the callback URL is not part of the code', async (t) => {
  const stand = await openWith(t)
  const sent: HttpRequest[] = []
  stand.standBetween((request, send) => {
    sent.push(request)
    return send(request)
  })
  await assert.rejects(
    auth.oauth?.exchange(stand.http(), { code: 'abc#_', redirectUrl, verifier: null }) ?? assert.fail(),
    CallFailed,
  )
  assert.equal(new URLSearchParams(String(sent[0]?.body)).get('code'), 'abc')
})

test('a Facebook sign-in covers the selected pages’ accounts, does not expire, and calls send the secret proof', async (t) => {
  const stand = await openWith(t)
  const sent: string[] = []
  stand.standBetween((request, send) => {
    sent.push(`${request.url} ${String(request.body ?? '')}`)
    return send(request)
  })
  const granted = await signInAtFacebook(stand, 'alice')
  const { grant } = granted
  assert.ok(grant.way === 'facebook')
  assert.deepEqual([granted.expiresAt, granted.renewable, granted.principal], [null, false, grant.userId])
  const http = throughFacebook(stand.http())
  const targets = (await auth.targets?.(http, grant)) ?? []
  const [usable] = targets.filter(({ lacks }) => lacks === null)
  assert.ok(usable, JSON.stringify(targets))
  const token = grant.accounts[usable.remoteId]?.token ?? ''
  stand.later(100 * day)
  sent.length = 0
  const { remoteId, handle } = await auth.whoami(throughFacebook(stand.http()), grant, usable.remoteId)
  assert.deepEqual([remoteId, handle], [usable.remoteId, usable.handle])
  assert.ok(sent.every((call) => call.includes(`appsecret_proof=${appProof(http.app?.clientSecret ?? '', token)}`)))
  assert.ok(sent.every((call) => !call.includes(token)))
})

test('both logins yield the same account, and a grant keeps its login when the setting changes', async (t) => {
  const stand = await openWith(t)
  const there = await grantOf(stand, network, 'alice')
  const { grant } = await signInAtFacebook(stand, 'alice')
  const mine = (there.grant as unknown as Extract<Grant, { readonly way: 'instagram' }>).userId
  assert.ok(grant.way === 'facebook' && Object.hasOwn(grant.accounts, mine))
  const { remoteId, handle, facts } = await auth.whoami(stand.http(), grant, mine)
  const account = { remoteId, handle, facts }
  const signedIn = { connector: instagram as never, grant: grant as never, renewable: false, account }
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'through a page', { firstComment: 'as the account' }))
  const { failure, error } = await walker.toEnd()
  assert.deepEqual([failure, error], [null, null])
  assert.deepEqual(
    stand.seen('alice').map(({ text }) => text),
    ['through a page', 'as the account'],
  )
})

test('an account that was not selected, and a token that cannot be renewed, need another sign-in', async (t) => {
  const stand = await openWith(t)
  const { grant } = await signInAtFacebook(stand, 'alice')
  const judged = async (work: Promise<unknown>, step: string) => {
    const error = await work.then(
      () => assert.fail('it should have failed'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof CallFailed, String(error))
    return instagram.judge(error.failure, step, stand.now())?.is
  }
  assert.equal(await judged(auth.whoami(stand.http(), grant, '17841400000000009'), 'whoami'), 'reauth')
  assert.equal(await judged(auth.refresh?.(stand.http(), grant) ?? assert.fail(), 'refresh'), 'reauth')
})

test('a sign-in’s account is read from an object, and from a list with one item, as Meta documents', async (t) => {
  const stand = await openWith(t)
  const alone = await grantOf(stand, network, 'alice')
  assert.equal(stand.sandbox.network('instagram').settings?.change({ listsMe: true }), null)
  const listed = await grantOf(stand, network, 'alice')
  const principals = [alone, listed].map(({ grant, principal }) => [principal, (grant as unknown as Grant).way])
  assert.deepEqual(principals[1], principals[0])
})
