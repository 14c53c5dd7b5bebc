import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import { gifOf } from '#test/connector-suite/files.ts'
import { Judged, openDriver } from '#test/world/bluesky.ts'
import { bluesky } from '../index.ts'

test('without a video service, a GIF is refused in advance, and the refusal does not quote a server', async () => {
  await using t = await openDriver()
  const withoutService = { ...t.http, addresses: { api: t.server, directory: t.server } }
  const gif = { contentType: 'image/gif', animated: true, width: 640, height: 360 }
  const moving = t.post({ parts: [{ text: 'Look', media: [t.file(gifOf(640, 360, 3), gif)] }] })
  const codes = async (http: typeof t.http) => {
    const { facts } = await bluesky.auth.whoami(http, t.grant)
    const outgoing = { ...moving, account: { ...moving.account, facts } }
    return validate({ connector: bluesky, outgoing, planFit: () => ({ action: 'as-is' }) }).errors.map(
      ({ code }) => code,
    )
  }
  assert.deepEqual(await codes(t.http), [])
  assert.deepEqual(await codes(withoutService), ['image_animated'])

  // The account was read before the operator turned the service off.
  const failed = await t.run(moving, { http: withoutService }).catch((error: unknown) => error)
  assert.ok(failed instanceof Judged && failed.verdict?.is === 'refused', String(failed))
  assert.equal(failed.verdict.code, 'animation_not_converted')
  assert.deepEqual([failed.failure.sent, failed.failure.body], ['no', ''])
})
