import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from '#app/server.ts'
import { createLog } from '#infra/log/log.ts'
import { startApp } from '../../harness/app.ts'
import { epoch } from '../../harness/clock.ts'
import { openIssuer } from '../../servers/issuer.ts'

test('the log contains no code, state, token or client secret', async () => {
  await using provider = await openIssuer(() => epoch)
  await using t = await startApp({
    settings: { ...provider.settings, OIDC_SIGN_IN: 'alongside', OIDC_CLIENT_SECRET: 'a+client/secret' },
  })
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  const logged = await createServer({ ...t.deps, log })
  const call = (url: string, payload: object, cookie = '') =>
    logged.inject({ method: 'POST', url, payload, headers: { host: 'posthorn.test', cookie } })
  const started = await call('/v1/auth/company/start', {})
  const state = new URL(started.json().url).searchParams.get('state') ?? ''
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  Object.assign(provider.behaviour, { tokenStatus: 400, tokens: { error: 'invalid_client' } })
  await logged.inject({ method: 'GET', url: `/auth/company?code=planted-code&state=${state}` })
  await call('/v1/auth/company/finish', { state, code: 'planted-code' }, cookie)
  await logged.close()
  const text = lines.join('\n')
  assert.match(text, /identity.company_code_refused/)
  const secrets = ['planted-code', state, cookie.split('=')[1] ?? '', 'client/secret', 'client%2Fsecret']
  for (const secret of secrets) assert.ok(secret !== '' && !text.includes(secret), secret)
})
