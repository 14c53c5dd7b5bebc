import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'

test('requests that may have written tell the loops over due rows, and no others', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  let noted = 0
  t.deps.writes.onNote(() => {
    noted += 1
  })
  await ada.get('/v1/profiles')
  await ada.post('/v1/profiles', { name: '' })
  await t.anyone.post('/v1/profiles', { name: 'Acme' })
  const { body } = await ada.post('/v1/profiles', { name: 'Acme' })
  await until('the write is noted', () => noted > 0)
  assert.equal(noted, 1, 'neither the read nor the refused requests')
  await ada.patch(`/v1/profiles/${body.id}`, { name: 'Acme Ltd' })
  await ada.delete(`/v1/profiles/${body.id}`)
  await until('both writes are noted', () => noted === 3)
})
