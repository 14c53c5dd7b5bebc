import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { openOidcProvider } from '#test/servers/oidc/provider.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { directory, scimSettings } from '#test/world/directory.ts'
import { mailsTo } from '#test/world/mails.ts'

test('a person of the directory signs in at the company’s provider without an invitation, until they are deactivated', async () => {
  let t: TestApp | undefined
  await using provider = await openOidcProvider(() => t?.now() ?? epoch, 'http://posthorn.test')
  const settings = { ...provider.settings, ...scimSettings, SIGN_UP: 'closed' }
  await using app = await startApp({ settings })
  t = app
  await app.as('owner')
  const claims = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name })
  await provider.person('nora', claims('nora'))
  const early = await companyBrowser(app).signIn('nora')
  assert.deepEqual([early.status, early.body.code], [403, 'sign_up_closed'])

  const scim = directory(app)
  const id = await scim.person('nora')
  const [welcome, ...more] = await mailsTo(app, 'nora@example.com')
  assert.deepEqual([more.length, welcome?.token], [0, ''], 'no address to confirm')
  const { body } = await companyBrowser(app).signIn('nora')
  assert.equal(body.user.uid, id)
  assert.equal((await app.withToken(body.token).get('/v1/auth/me')).status, 200)

  assert.equal((await scim.activate(id, false)).status, 200)
  assert.equal((await app.withToken(body.token).get('/v1/auth/me')).status, 401)
  const again = await companyBrowser(app).signIn('nora')
  assert.deepEqual([again.status, again.body.code], [403, 'user_disabled'])
})
