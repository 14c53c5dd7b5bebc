import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadConfig } from '#test/harness/app.ts'
import { readEnvironment } from './load.ts'
import { SettingsFault } from './settings-fault.ts'
import { settings } from './table/settings.ts'

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof SettingsFault) return error.faults
    throw error
  }
  return []
}

test('an empty environment is a complete single-machine configuration', () => {
  const config = loadConfig({})
  assert.equal(config.publicUrl, 'http://127.0.0.1:4000')
  assert.equal(config.signUp, 'open')
  assert.equal(config.isOpenToOthers, false)
  assert.equal(config.database, null)
})

test('all errors are reported together, each with a valid value', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    SECRET_KEY: 'short',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'https://a.example/path',
  })
  assert.equal(faults.length, 4)
  for (const name of ['PORT', 'SECRET_KEY', 'LOG_LEVEL', 'PUBLIC_URL']) {
    assert.ok(
      faults.some((fault) => fault.startsWith(name)),
      name,
    )
  }
  assert.match(faults.find((fault) => fault.startsWith('SECRET_KEY')) ?? '', /openssl rand -hex 32/)
})

test('an error never quotes the value, which may be a secret', () => {
  assert.ok(
    faultsOf({ SECRET_KEY: 'planted-secret', DATABASE_URL: 'mysql://u:planted-secret@h/d' }).every(
      (fault) => !fault.includes('planted'),
    ),
  )
})

test('a public HOST or PUBLIC_URL turns on invitations and the setup code, and turns off the sandbox', () => {
  const local = [
    {},
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:4000' },
    { PUBLIC_URL: 'https://posts.localhost' },
  ]
  const local6 = { HOST: 'localhost', PUBLIC_URL: 'http://[::1]:4000' }
  for (const environment of [...local, local6]) {
    const { signUp, isOpenToOthers, sandbox } = loadConfig(environment)
    assert.deepEqual([signUp, isOpenToOthers, sandbox?.port], ['open', false, 4010], JSON.stringify(environment))
  }
  const proxied = [
    'https://posts.example.com',
    'http://192.168.1.5:4000',
    'http://[2001:db8::1]',
    'https://127.0.0.1.evil.com',
  ]
  for (const environment of [{ HOST: '0.0.0.0' }, { HOST: '::' }, ...proxied.map((url) => ({ PUBLIC_URL: url }))]) {
    const { signUp, isOpenToOthers, sandbox } = loadConfig(environment)
    assert.deepEqual([signUp, isOpenToOthers, sandbox], ['invite', true, null], JSON.stringify(environment))
  }
  const chosen = loadConfig({ PUBLIC_URL: 'https://posts.example.com', SIGN_UP: 'open', SANDBOX: 'on' })
  assert.deepEqual([chosen.signUp, chosen.isOpenToOthers, chosen.sandbox?.port], ['open', true, 4010])
})

test('a setting under its old name is read, and reported under both names', () => {
  const config = loadConfig({
    NET_D_CLIENT_ID: 'client-of-x',
    NET_D_CLIENT_SECRET: 'secret-of-x',
    X_MONTHLY_POSTS: '7',
    NET_D_MONTHLY_POSTS: '5',
  })
  assert.deepEqual(config.networks.x.app, { clientId: 'client-of-x', clientSecret: 'secret-of-x', verifyToken: null })
  assert.equal(config.networks.x.monthlyPosts, 7)
  assert.deepEqual(config.renamedSettings[0], { from: 'NET_D_CLIENT_ID', to: 'X_CLIENT_ID' })
  assert.equal(config.renamedSettings.length, 3)
  assert.match(
    faultsOf({ NET_D_CLIENT_ID: 'client-of-x' }).join(),
    /X_CLIENT_ID and X_CLIENT_SECRET must be set together/,
  )
})

test('the sandbox is enabled on a single machine and replaces networks that have no URL', () => {
  const { sandbox, networks } = loadConfig({})
  assert.deepEqual(sandbox, { port: 4010, url: 'http://127.0.0.1:4010' })
  assert.equal(networks.bluesky.mode, 'sandbox')
  assert.equal(networks.bluesky.sandbox?.api, 'http://127.0.0.1:4010/bluesky')
  assert.equal(networks.bluesky.live.api, 'https://bsky.social')
  const own = loadConfig({ BLUESKY_URL: 'https://pds.example.com/', SANDBOX_PORT: '5000' }).networks
  assert.deepEqual([own.bluesky.mode, own.bluesky.sandbox], ['live', null])
  assert.equal(own.bluesky.live.api, 'https://pds.example.com')
  assert.equal(own.mastodon.sandbox?.api, 'http://127.0.0.1:5000/mastodon')
  const shared = { DATABASE_URL: 'postgres://u@h/d', SECRET_KEY: 'a'.repeat(64) }
  for (const environment of [{ SANDBOX: 'off' }, { HOST: '0.0.0.0' }, shared]) {
    const { sandbox: none, networks: live } = loadConfig(environment)
    assert.deepEqual([none, live.bluesky.mode, live.mastodon.mode], [null, 'live', 'live'])
  }
  assert.ok(loadConfig({ ...shared, SANDBOX: 'on' }).sandbox)
  assert.match(faultsOf({ BLUESKY_URL: 'https://x.example/?a=1' }).join(), /BLUESKY_URL must be a URL such as/)
})

test('private Bluesky servers are listed one by one, and the video service may be off', () => {
  const { networks } = loadConfig({
    BLUESKY_SERVERS: 'http://pds.lan:2583/, https://10.0.0.5',
    BLUESKY_VIDEO_URL: 'off',
  })
  assert.deepEqual(networks.bluesky.servers, ['http://pds.lan:2583', 'https://10.0.0.5'])
  assert.deepEqual(Object.keys(networks.bluesky.live), ['api', 'web', 'directory'])
  assert.deepEqual(loadConfig({}).networks.bluesky.servers, [])
  assert.match(faultsOf({ BLUESKY_SERVERS: 'pds.lan' }).join(), /BLUESKY_SERVERS must be a URL such as/)
  assert.match(faultsOf({ BLUESKY_VIDEO_URL: 'none' }).join(), /BLUESKY_VIDEO_URL must be a URL such as/)
})

test('a network’s version and scopes can be configured, both for live mode and the sandbox', () => {
  const { linkedin: usual, x: other } = loadConfig({}).networks
  assert.deepEqual([usual.version, usual.scopes], ['202609', undefined])
  assert.deepEqual([other.version, other.scopes], [undefined, undefined])
  const own = { LINKEDIN_VERSION: '202701', LINKEDIN_SCOPES: 'openid, profile  w_member_social' }
  const { linkedin: set } = loadConfig(own).networks
  assert.deepEqual([set.version, set.scopes], ['202701', ['openid', 'profile', 'w_member_social']])
  const app = { FACEBOOK_CLIENT_ID: '7000', FACEBOOK_CLIENT_SECRET: 'a-secret' }
  assert.equal(loadConfig({ ...app, FACEBOOK_CONFIG_ID: '7001' }).networks.facebook.app?.configId, '7001')
  assert.equal(loadConfig(app).networks.facebook.app?.configId, undefined)
  const login = { INSTAGRAM_CLIENT_ID: '7002', INSTAGRAM_CLIENT_SECRET: 'a-secret' }
  assert.equal(loadConfig(login).networks.instagram.app?.login, 'instagram')
  assert.equal(loadConfig({ ...login, INSTAGRAM_LOGIN: 'facebook' }).networks.instagram.app?.login, 'facebook')
  assert.match(faultsOf({ INSTAGRAM_LOGIN: 'google' }).join(), /INSTAGRAM_LOGIN must be one of instagram, facebook/)
  assert.match(faultsOf({ LINKEDIN_VERSION: 'the newest' }).join(), /LINKEDIN_VERSION must be a version such as 202609/)
  assert.match(faultsOf({ LINKEDIN_SCOPES: 'a;b' }).join(), /LINKEDIN_SCOPES must be scopes separated by spaces/)
})

test('DATABASE_URL requires SECRET_KEY', () => {
  assert.match(faultsOf({ DATABASE_URL: 'postgres://u@h/d' }).join(), /SECRET_KEY is required with DATABASE_URL/)
  assert.deepEqual(faultsOf({ DATABASE_URL: 'postgres://u@h/d', SECRET_KEY: 'a'.repeat(64) }), [])
})

test('TRUST_PROXY accepts only names, addresses and ranges', () => {
  assert.deepEqual(faultsOf({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }), [])
  for (const TRUST_PROXY of ['yes', '10.0.0.0/33', '10.0.0', 'loopback,,']) {
    assert.match(faultsOf({ TRUST_PROXY }).join(), /TRUST_PROXY must be loopback/)
  }
})

test('a misspelled name is reported, not ignored', () => {
  assert.match(faultsOf({ PUBLICURL: 'http://a.example' }).join(), /PUBLICURL is not a setting\. Use PUBLIC_URL\./)
  assert.match(faultsOf({ SANBOX: 'off' }).join(), /SANBOX is not a setting\. Use SANDBOX\./)
})

test('.env supplies values that the environment does not set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-env-'))
  try {
    const file = join(folder, '.env')
    writeFileSync(file, 'PORT=5001\nHOST="0.0.0.0"\n')
    const config = loadConfig(readEnvironment({ HOST: '127.0.0.1' }, file))
    assert.equal(config.port, 5001)
    assert.equal(config.host, '127.0.0.1')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an identity provider requires an audience, and https except on this machine', () => {
  const good = { OIDC_ISSUER: 'https://id.example.com/realms/posts/', OIDC_AUDIENCE: 'posthorn' }
  assert.deepEqual(loadConfig(good).oidc, { issuer: good.OIDC_ISSUER, audience: 'posthorn' })
  assert.equal(loadConfig({}).oidc, null)
  assert.equal(loadConfig({ ...good, OIDC_ISSUER: 'http://127.0.0.1:8080/realms/posts' }).oidc?.audience, 'posthorn')
  assert.match(faultsOf({ OIDC_ISSUER: good.OIDC_ISSUER }).join(), /^OIDC_AUDIENCE is required/)
  assert.match(faultsOf({ OIDC_AUDIENCE: 'posthorn' }).join(), /OIDC_ISSUER is not/)
  for (const bad of [
    'http://id.example.com',
    'https://id.example.com/?a',
    'https://a:b@id.example.com',
    'id.example.com',
  ])
    assert.equal(faultsOf({ ...good, OIDC_ISSUER: bad }).length, 1, bad)
})

test('every setting in the table is used somewhere in the code', () => {
  const here = import.meta.dirname
  const readers = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const text = readers.map((name) => readFileSync(join(here, name), 'utf8')).join('\n')
  assert.deepEqual(
    Object.keys(settings).filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
    [],
  )
})
