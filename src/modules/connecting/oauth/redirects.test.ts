import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kernel/errors.ts'
import { buildCallbackUrl, buildFinalUrl, requireAllowedRedirects } from './redirects.ts'

const elsewhere = 'https://app.example.com/done?tab=1'
const config = { publicUrl: 'https://posthorn.test', allowedRedirects: [elsewhere] }
const callback = buildCallbackUrl(config, 'x')

/** Returns the paths of the rejected redirects. */
function faultsOf(redirectUrl: string, finalRedirectUrl: string | null): readonly string[] {
  try {
    requireAllowedRedirects(config, 'x', { redirectUrl, finalRedirectUrl })
    return []
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return (error.info.errors ?? []).map(({ path }) => path)
  }
}

const nasty = [
  '//evil.example',
  '///evil.example/connected',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'http://evil.example/',
  'https://posthorn.test@evil.example/',
  'https://posthorn.test:443@evil.example/',
  'http://evil.example#@posthorn.test/',
  'http://evil.example\\@posthorn.test/',
  'http://user@posthorn.test/connected',
  'http://user:pass@posthorn.test/connected',
  'https://posthorn.test.evil.example/connected',
  'https://posthorn.test.:443/connected',
  'https://posthorn.test./connected',
  'https://posthorn.test:8080/connected',
  'https://posthorn.test:443/connected',
  'http://posthorn.test/connected',
  'HTTPS://posthorn.test/connected',
  'https://POSTHORN.test/connected',
  'https://posthorn.test/../v1/oauth/start/x',
  'https://posthorn.test/a/../v1/oauth/start/x',
  'https://posthorn.test/%2e%2e/v1/oauth/start/x',
  'https://posthorn.test/v1/oauth/start/x',
  'https://posthorn.test/V1/oauth/start/x',
  'https://posthorn.test//evil.example',
  'https://posthorn.test/%2f%2fevil.example',
  'https://posthorn.test/\\evil.example',
  'https://posthorn.test/%5cevil.example',
  'https://posthorn.test/connected#@evil.example',
  'https://posthorn.test/connected\n.evil.example',
  'https://posthorn.test/\tconnected',
  ' https://posthorn.test/connected',
  'https://posthorn.test/connected ',
  'http://posthοrn.test/connected',
  'http://posthorn。test/connected',
  'https://posthorn.test%00.evil.example/',
  'http://[::1]/connected',
  'javascript:alert(1)//posthorn.test/',
  'data:text/html,https://posthorn.test/',
  'blob:https://posthorn.test/connected',
  'file:///etc/passwd',
  'posthorn.test/connected',
  '/connected',
  '?',
  'https://app.example.com/done',
  'https://app.example.com/done?tab=1&more=1',
  'https://app.example.com/done?tab=1#x',
  'https://app.example.com/done/?tab=1',
  'https://app.example.com/Done?tab=1',
  'https://app.example.com:443/done?tab=1',
  'https://app.example.com./done?tab=1',
  'https://app.example.com/x/../done?tab=1',
  'https://app.example.com\\.evil.example/done?tab=1',
]

test(`none of ${nasty.length} URLs that merely resemble ours is accepted as a callback or a final URL`, () => {
  assert.ok(nasty.length >= 40)
  for (const address of nasty) {
    assert.deepEqual(faultsOf(address, null), ['/redirectUrl'], address)
    assert.deepEqual(faultsOf(callback, address), ['/finalRedirectUrl'], address)
  }
})

test('the callback URL must belong to the same network or be listed in ALLOWED_REDIRECTS', () => {
  for (const address of [
    'https://posthorn.test/connected',
    buildCallbackUrl(config, 'facebook'),
    `${callback}/`,
    `${callback}?x=1`,
  ])
    assert.deepEqual(faultsOf(address, null), ['/redirectUrl'], address)
  for (const address of [callback, 'https://posthorn.test/v1/platforms/x/callback', elsewhere])
    assert.deepEqual(faultsOf(address, null), [], address)
})

test('the final URL must be one of our pages or be listed in ALLOWED_REDIRECTS', () => {
  for (const address of ['https://posthorn.test/', 'https://posthorn.test/settings/accounts?tab=2', elsewhere])
    assert.deepEqual(faultsOf(callback, address), [], address)
})

test('the result replaces parameters of the same name in the final URL', () => {
  const query = { error: 'access_denied' }
  assert.equal(buildFinalUrl(config, elsewhere, query), `${elsewhere}&error=access_denied`)
  assert.equal(buildFinalUrl(config, null, query), 'https://posthorn.test/connected?error=access_denied')
  const lying = 'https://posthorn.test/done?connected=net-d&accountId=acc_1&x=1'
  assert.equal(buildFinalUrl(config, lying, query), 'https://posthorn.test/done?x=1&error=access_denied')
})
