import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { s3AccessKey, startS3Server } from '#test/servers/s3/server.ts'
import { superadmin } from '#test/world/second-factor.ts'

/** Each secret is tested against its service: the store, Telegram and Slack. */
const all = '/v1/admin/secrets'
const open = new AsyncDisposableStack()
let t: TestApp
let root: Awaited<ReturnType<typeof superadmin>>
before(async () => {
  const far = open.use(await startApp({ sandbox: true }))
  const store = open.use(await startS3Server())
  const settings = {
    TELEGRAM_URL: `${far.sandbox.url}/telegram`,
    SLACK_URL: `${far.sandbox.url}/slack`,
    SLACK_CLIENT_ID: 'sandbox-app',
    SLACK_SIGNING_SECRET: 'sandbox-signing-secret',
    SLACK_CLIENT_SECRET: 'of-the-environment',
    ...store.environment,
    S3_SECRET_ACCESS_KEY: 'of-the-environment',
  }
  t = open.use(await startApp({ settings }))
  root = await superadmin(t)
})
after(() => open.disposeAsync())

/** Sets a secret and tests it. */
async function tried(name: string, value: string): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const made = await root.post(`${all}/create`, { name, value })
  if (made.body.code === 'secret_exists') assert.equal((await root.post(`${all}/${name}`, { value })).status, 200)
  const { status, body, text } = await root.post(`${all}/${name}/test`)
  assert.equal(status, 200, text)
  assert.ok(!text.includes(value))
  return body
}

for (const [name, wrong, right, refusal] of [
  [
    'TELEGRAM_BOT_TOKEN',
    '7000000001:AAwrong-bot-token-0123456789abcdefgh',
    '7000000001:AAsandbox-bot-token-0123456789abcde',
    /doesn’t recognize this token/,
  ],
  ['SLACK_CLIENT_SECRET', 'wrong', 'sandbox-app-secret', /Slack rejected the app: bad_client_secret/],
  ['S3_SECRET_ACCESS_KEY', 'wrong', s3AccessKey.secretAccessKey, /./],
] as const)
  test(`200: a test reports whether the server accepts ${name}`, async () => {
    const bad = await tried(name, wrong)
    assert.equal(bad.ok, false)
    assert.match(bad.detail, refusal)
    const good = await tried(name, right)
    assert.equal(good.ok, true, good.detail)
  })
