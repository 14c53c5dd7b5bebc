import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import { startApp } from '#test/harness/app.ts'
import { eraseFromAudit, listAuditEntries, writeAudit } from './index.ts'

const actor = (uid: UserId) => ({ kind: 'user', uid, keyId: null, requestId: 'req_1' }) as const

test("a user's audit log has actions by and about the user, newest first, each once", async () => {
  await using t = await startApp()
  const [ada, bob, carol] = [newId<'usr'>(t.now()), newId<'usr'>(t.now()), newId<'usr'>(t.now())]
  const write = (n: number, by: UserId | null, owner: UserId | null) =>
    inTx(t.db, (tx) =>
      writeAudit(tx, {
        at: new Date(t.now().getTime() + n),
        caller: by ? actor(by) : null,
        ownerUid: owner,
        action: `n.${n}`,
        subject: 'x',
      }),
    )
  await write(1, ada, ada)
  await write(2, bob, ada)
  await write(3, ada, bob)
  await write(4, null, ada)
  await write(5, bob, bob)
  await write(6, null, null)
  await write(7, carol, carol)

  const walk = async (uid: UserId, limit: number) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listAuditEntries(t.db, uid, { limit, cursor })
      assert.ok(page.items.length <= limit)
      seen.push(...page.items.map((entry) => entry.action))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return seen
  }
  for (const limit of [1, 2, 3, 50]) {
    assert.deepEqual(await walk(ada, limit), ['n.4', 'n.3', 'n.2', 'n.1'])
    assert.deepEqual(await walk(bob, limit), ['n.5', 'n.3', 'n.2'])
  }
  const [line] = (await listAuditEntries(t.db, ada, { limit: 1 })).items
  assert.deepEqual(line?.actor, { kind: 'system', uid: null, keyId: null, appId: null })
})

test('an entry commits with its action or not at all', async () => {
  await using t = await startApp()
  const uid = newId<'usr'>(t.now())
  const failing = inTx(t.db, async (tx) => {
    await writeAudit(tx, { at: t.now(), caller: actor(uid), ownerUid: uid, action: 'x.done', subject: 'x' })
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  assert.deepEqual((await listAuditEntries(t.db, uid, { limit: 10 })).items, [])
})

test('erasing a user empties only the entries by and about them; the entries stay', async () => {
  await using t = await startApp()
  const [ada, bob] = [newId<'usr'>(t.now()), newId<'usr'>(t.now())]
  const changes = { name: { from: 'a', to: t.now() } }
  await inTx(t.db, async (tx) => {
    for (const [by, owner] of [
      [ada, bob],
      [bob, ada],
      [bob, bob],
    ] as const) {
      await writeAudit(tx, {
        at: t.now(),
        caller: actor(by),
        ownerUid: owner,
        action: 'x.changed',
        subject: 'x',
        changes,
      })
    }
    await eraseFromAudit(tx, ada)
  })
  const left = (await listAuditEntries(t.db, bob, { limit: 10 })).items
    .map((entry) => JSON.stringify(entry.changes))
    .sort()
  const kept = JSON.stringify({ name: { to: t.now().toISOString(), from: 'a' } })
  assert.deepEqual(left, [kept, '{}', '{}'].sort())
})

test('400: rejects a limit outside 1 to 200 and a forged cursor', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  for (let n = 0; n < 3; n++) await ada.patch('/v1/auth/me', { name: `Ada ${n}` })
  const first = await ada.get('/v1/auth/me/audit-log?limit=2')
  assert.equal(first.body.entries.length, 2)
  const second = await ada.get(`/v1/auth/me/audit-log?limit=200&cursor=${first.body.nextCursor}`)
  assert.deepEqual([second.body.entries.length, second.body.nextCursor], [2, null])
  const ids = [...first.body.entries, ...second.body.entries].map((entry: { id: string }) => entry.id)
  assert.equal(new Set(ids).size, 4)
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'unknown=1', 'limit=1&limit=2']) {
    assert.equal((await ada.get(`/v1/auth/me/audit-log?${query}`)).body.code, 'validation_failed', query)
  }
  for (const cursor of ['x', 'bm90IGFuIGlk', `${first.body.nextCursor}eHh4`]) {
    assert.equal((await ada.get(`/v1/auth/me/audit-log?cursor=${cursor}`)).body.code, 'cursor_invalid', cursor)
  }
})
