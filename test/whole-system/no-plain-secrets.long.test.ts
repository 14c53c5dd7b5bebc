import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { codeAt, stepAt } from '#modules/identity/second-factor/totp.ts'
import { secretKey } from '../harness/app.ts'
import { createClient } from '../harness/client.ts'
import type { OpenApiDocument } from '../harness/contract.ts'
import { openLiveDatabase } from '../harness/database.ts'
import { openRoom, until } from '../harness/process.ts'
import { addressOf } from '../servers/tcp-proxy.ts'
import { oauthApp } from '../world/apps.ts'
import { consent } from '../world/oauth.ts'

/** Dumps every row of every table as text, including jobs and dead letters. */
async function dump(connection: Parameters<typeof addressOf>[0]): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows: tables } = await client.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as row from ${name} t`)
    parts.push(`-- ${name}`, ...rows.map(({ row }) => row))
  }
  await client.end()
  return parts.join('\n')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const publicUrl = 'https://posthorn.test'

/** Returns the encodings of a secret that do not protect it. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

test('no secret is in the database or the log, in any encoding', async () => {
  const connection = await openLiveDatabase()
  const settings = {
    DATABASE_URL: addressOf(connection),
    SECRET_KEY: secretKey,
    PUBLIC_URL: publicUrl,
    HOST: '0.0.0.0',
    LOG_LEVEL: 'trace',
    SANDBOX: 'on',
    SANDBOX_PORT: '0',
    // An app signs in only if a page can ask its user.
    WEB: 'on',
  }
  await using room = await openRoom(settings)
  const posthorn = room.begin(['start'])
  const [, setupCode = ''] = await posthorn.says(/Setup code (\S+)/)
  const url = await posthorn.ready()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
  const on = (token: string | null) => createClient({ url, token, document })
  const secrets: Record<string, string> = { setupCode, secretKey }
  const plant = (what: string, secret: string): string => {
    secrets[what] = secret
    return secret
  }
  const good = <Body>({ status, body, text }: { status: number; body: Body; text: string }): Body => {
    assert.ok(status < 300, text)
    return body
  }

  const wrong = { email: 'ada@example.com', password: plant('wrong password', 'planted wrong words') }
  await on(null).post('/v1/auth/sign-in', wrong)
  const account = { email: 'ada@example.com', password: plant('password', 'planted words of ada'), name: 'Ada' }
  const first = good(await on(null).post('/v1/auth/sign-up', { ...account, setupCode }))
  const ada = on(plant('identity token', first.token))
  secrets['refresh token'] = first.refreshToken
  secrets['next refresh token'] = good(
    await on(null).post('/v1/auth/token', { refreshToken: first.refreshToken }),
  ).refreshToken
  const session = await on(null).post('/v1/auth/session', { email: account.email, password: account.password })
  secrets['session cookie'] = /posthorn_session=([^;]+)/.exec(session.headers['set-cookie'] ?? '')?.[1] ?? ''

  const key = good(await ada.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).key
  secrets['API key'] = key
  assert.equal((await on(key).get('/v1/profiles')).status, 200)
  const agent = await oauthApp({ anyone: on(null) }).signIn(ada)
  secrets['authorization code'] = agent.code
  secrets['PKCE verifier'] = agent.verifier
  secrets['access token of an app'] = agent.tokens.access_token
  secrets['refresh token of an app'] = agent.tokens.refresh_token
  assert.equal((await on(agent.tokens.access_token).get('/v1/profiles')).status, 200)
  const profile = good(
    await ada.post('/v1/profiles', { name: 'planted profile' }, { headers: { 'idempotency-key': 'once' } }),
  )
  const invited = await ada.post(`/v1/profiles/${profile.id}/invites`, { role: 'editor' })
  secrets['profile invite'] = good(invited).inviteToken

  const { id: profileId } = profile
  const bluesky = { profileId, identifier: 'alice.sandbox', appPassword: plant('app password', 'sand-boxx-pass-word') }
  good(await ada.post('/v1/platforms/bluesky/connect', bluesky))
  const notHers = { ...bluesky, appPassword: plant('wrong app password', 'planted-wrong-app-pass') }
  assert.equal((await ada.post('/v1/platforms/bluesky/connect', notHers)).body.code, 'network_refused_credentials')
  const [, sandbox = ''] = await posthorn.says(/Sandbox +(http\S+)/)
  const accessToken = plant('access token', 'sandbox-token-alice')
  const mastodon = { profileId, instanceUrl: `${sandbox}/mastodon`, accessToken }
  good(await ada.post('/v1/platforms/mastodon/connect', mastodon))
  const connectRequest = { profileId, platform: 'x', redirectUrl: `${publicUrl}/v1/oauth/callback/x` }
  const way = good(await ada.post('/v1/connections/oauth-url', { ...connectRequest, headless: true }))
  secrets['OAuth state'] = way.state
  const back = new URL(await consent(way.authUrl))
  secrets['OAuth code'] = back.searchParams.get('code') ?? ''
  good(await on(null).get(back.pathname + back.search))
  const waiting = good(await ada.post('/v1/connections/oauth-url', connectRequest))
  secrets['OAuth state of a browser'] = waiting.state
  secrets['OAuth start address'] = waiting.authUrl.split('/').at(-1) ?? ''
  const started = await on(null).get(new URL(waiting.authUrl).pathname)
  secrets['OAuth cookie'] = /posthorn_oauth_\w+=([^;]+)/.exec(started.headers['set-cookie'] ?? '')?.[1] ?? ''
  const connectInvite = good(await ada.post(`/v1/profiles/${profile.id}/invites`, {})).inviteToken
  secrets['invitation to connect'] = connectInvite
  good(await on(null).get(`/v1/connections/invites/${connectInvite}`))

  secrets['TOTP secret'] = good(await ada.post('/v1/admin/mfa/enroll/start')).secret
  const code = codeAt(fromBase32(secrets['TOTP secret'] ?? ''), stepAt(new Date()))
  const { recoveryCodes } = good(await ada.post('/v1/admin/mfa/enroll/verify', { code }))
  for (const [nth, each] of recoveryCodes.entries()) secrets[`recovery code ${nth}`] = each

  const { out } = await room.ask(['user', 'invite', 'bob@example.com'])
  const inviteToken = out.trim().split('\n').at(-1)?.trim() ?? ''
  secrets['sign-up invite'] = inviteToken
  const bob = { email: 'bob@example.com', password: plant('password of bob', 'planted words of bob'), name: 'Bob' }
  const { token } = good(await on(null).post('/v1/auth/sign-up', { ...bob, inviteToken }))
  good(await on(token).post('/v1/auth/send-verification'))
  good(await on(null).post('/v1/auth/request-password-reset', { email: 'bob@example.com' }))

  const mailTokens = await until('the emails with their tokens are sent', async () => {
    const folder = join(room.dataDir, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    const found = new Set(texts.flatMap((text) => text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []))
    found.delete(inviteToken)
    return found.size >= 3 && [...found]
  })
  for (const [nth, each] of mailTokens.entries()) secrets[`mail token ${nth}`] = each

  const stored = await dump(connection)
  assert.equal((await posthorn.stop()).status, 0)
  const log = posthorn.output().replace(/^.*(?:Setup code|\/start#).*$/gm, '')
  assert.ok(stored.includes('alice.sandbox') && !stored.includes('accessJwt'), 'what was granted is sealed')
  assert.ok(stored.includes('planted profile') && stored.includes('-- public.job'), 'the dump is whole')
  assert.ok(log.includes('/v1/auth/sign-up'), 'the log is there')
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length >= 8, `${what} was planted`)
    for (const spelt of spellings(secret)) {
      assert.ok(!stored.includes(spelt), `${what} is in the database as ${spelt}`)
      assert.ok(!log.includes(spelt), `${what} is in the log as ${spelt}`)
    }
  }
})
