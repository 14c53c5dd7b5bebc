import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { connectors } from '../../connectors.ts'
import { examineLogins } from './examine-logins.ts'

test('a sign-in through Facebook connects the chosen account, and doctor warns when the operator switches to another login', async () => {
  await using t = await startApp({
    sandbox: true,
    settings: { INSTAGRAM_LOGIN: 'facebook', PUBLIC_URL: 'http://127.0.0.1:4000' },
  })
  const ada = await t.as('ada')
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  const { body, text } = await connectHeadless(t, ada, 'instagram', profile.id, { login: 'alice' })
  assert.equal(body.network, 'instagram', text)
  const findings = (login: string) =>
    examineLogins(
      { networks: { ...t.config.networks, instagram: { ...t.config.networks.instagram, login } } },
      Object.values(connectors),
      t.db,
    )
  assert.deepEqual(await findings('facebook'), [])
  const [warning, ...others] = await findings('instagram')
  assert.deepEqual([others, warning?.isWarning], [[], true])
  assert.match(warning?.detail ?? '', /^1 sign-in at Instagram did not use INSTAGRAM_LOGIN=instagram/)
})
