import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { verifyFile } from '#modules/audit/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { makeProfile } from '#test/world/people.ts'

const all = '/v1/admin/audit-log'
let t: TestApp
let root: Person
let ada: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
  ada = await t.as('ada')
  for (const name of ['one', 'two', 'three']) await makeProfile(ada, name)
})
after(() => t[Symbol.asyncDispose]())

const listed = async (query: string) => (await root.get(`${all}?${query}`)).body

test('200: the log of all users can be paged, and filtered by actor, action, subject and time', async () => {
  const made = await listed(`actor=${ada.uid}&action=profile.created`)
  assert.equal(made.entries.length, 3)
  const [{ subject, changes }] = made.entries
  assert.deepEqual((await listed(`subject=${subject}`)).entries, made.entries.slice(0, 1))
  assert.ok(changes !== undefined)
  const first = await listed('limit=2')
  const second = await listed(`limit=2&cursor=${first.nextCursor}`)
  assert.equal(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size, 4)
  const before = t.now()
  await t.advance(minutes(1))
  await ada.patch('/v1/auth/me', { name: 'Ada L.' })
  const late = await listed(`from=${new Date(before.getTime() + 1_000).toISOString()}&actor=${ada.uid}`)
  assert.deepEqual(late.entries[0].changes, { name: { from: 'ada', to: 'Ada L.' } })
  assert.equal((await listed(`to=${before.toISOString()}&actor=${ada.uid}&action=user.updated`)).entries.length, 0)
  assert.equal((await ada.get(all)).body.code, 'role_required')
  assert.equal((await root.get(`${all}?limit=201`)).status, 400)
})

test('an export can be verified without the database, and reveals each change, gap and truncation', async () => {
  await t.settle()
  const exported = await fetch(`${t.url}${all}/export`, { headers: { authorization: `Bearer ${root.token}` } })
  assert.equal(exported.headers.get('content-type'), 'application/x-ndjson')
  const lines = (await exported.text()).trim().split('\n')
  const check = async (changed: readonly string[]) => {
    const path = join(t.folder, 'audit.jsonl')
    await writeFile(path, `${changed.join('\n')}\n`)
    return await verifyFile(path)
  }
  const whole = await check(lines)
  assert.deepEqual(whole.faults, [])
  assert.ok(whole.entries >= 5 && whole.seals >= 1)

  const place = lines.findIndex((line) => line.includes('"profile.created"'))
  const edited = lines.with(place, (lines[place] ?? '').replace('profile.created', 'profile.deleted'))
  const broken = [edited, lines.toSpliced(place, 1), lines.slice(0, -1), lines.toSpliced(0, 1)]
  for (const [nth, one] of broken.entries()) assert.ok((await check(one)).faultCount > 0, `fault ${nth}`)
  assert.equal((await listed('action=audit.exported')).entries[0].actor.uid, root.uid)
})
