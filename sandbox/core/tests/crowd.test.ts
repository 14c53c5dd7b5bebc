import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '../../index.ts'
import { planCrowd } from '../crowd/plan-crowd.ts'
import { voices } from '../crowd/voices.ts'

const wish = { people: 20, minutes: 10, seed: 'one', pace: 6 }

test('the same seed gives the same crowd, and every voice is heard before one is heard again', () => {
  assert.deepEqual(planCrowd(wish), planCrowd(wish))
  assert.notDeepEqual(planCrowd(wish), planCrowd({ ...wish, seed: 'two' }))
  const steps = planCrowd(wish)
  const heard = new Set(steps.map(({ text }) => text))
  const missing = voices.filter(({ text }) => !heard.has(text))
  // A duplicate replaces a voice.
  assert.ok(missing.length <= 2, missing.map(({ name }) => name).join())
  for (const does of ['comment', 'mention', 'edit', 'delete'])
    assert.ok(
      steps.some((one) => one.does === does),
      does,
    )
  assert.ok(steps.some(({ under }) => under !== null))
  const [edit] = steps.filter(({ does }) => does === 'edit')
  assert.equal((edit?.afterMs ?? 0) - (steps.find((one) => one.nth === edit?.nth)?.afterMs ?? 0), 20_000)
})

test('the plan is bounded, however much is requested', () => {
  assert.ok(planCrowd({ people: 500, minutes: 1_440, seed: 'x', pace: 600 }).length <= 20_000)
})

const start = async () => {
  const sandbox = await createSandbox({ now: () => 1_700_000_000_000 })
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${sandbox.url}/control${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, never> & { error?: object } }
  }
  return { sandbox, ask }
}

async function publishOn(url: string): Promise<void> {
  const headers = { authorization: 'Bearer sandbox-token-alice', 'content-type': 'application/json' }
  const body = JSON.stringify({ status: 'We open at nine' })
  const answer = await fetch(`${url}/mastodon/api/v1/statuses`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
}

test('people comment by the clock, at their pace, and stop when they are stopped', async () => {
  const { sandbox, ask } = await start()
  await publishOn(sandbox.url)
  const begun = await ask('POST', '/crowd', { network: 'mastodon', people: 5, minutes: 10, seed: 's', pace: 6 })
  assert.equal(begun.status, 200)
  const comments = () => sandbox.ledger.entries({ network: 'mastodon' }).length - 1
  assert.equal(comments(), 0)
  sandbox.clock.advance(5 * 60_000)
  const half = comments()
  assert.ok(half > 15 && half < 50, `${half}`)
  assert.equal((await ask('DELETE', '/crowd')).body.stopped, 1)
  sandbox.clock.advance(60 * 60_000)
  assert.equal(comments(), half)
  await sandbox.close()
})

for (const network of ['bluesky', 'mastodon', 'facebook', 'instagram', 'threads', 'youtube'])
  test(`${network}: a crowd without a post to comment on does no harm`, async () => {
    const { sandbox, ask } = await start()
    assert.equal((await ask('POST', '/crowd', { network, minutes: 5, pace: 10 })).status, 200)
    sandbox.clock.advance(10 * 60_000)
    const [crowd] = sandbox.crowds.list()
    assert.ok(crowd)
    assert.equal(crowd.done + crowd.failed, crowd.planned)
    await sandbox.close()
  })

test('400: a crowd that is too large, unknown, or one of too many is refused with what would be right', async () => {
  const { sandbox, ask } = await start()
  for (const wrong of [
    { network: 'nowhere' },
    { network: 'linkedin' },
    { network: 'mastodon', people: 501 },
    { network: 'mastodon', minutes: 0 },
    { network: 'mastodon', pace: 601 },
    { network: 'mastodon', seed: '' },
    { network: 'mastodon', account: 'dora' },
  ])
    assert.equal((await ask('POST', '/crowd', wrong)).status, 400, JSON.stringify(wrong))
  for (let nth = 0; nth < 10; nth += 1) await ask('POST', '/crowd', { network: 'mastodon' })
  assert.equal((await ask('POST', '/crowd', { network: 'mastodon' })).status, 400)
  await sandbox.close()
})

test('the page of people starts and stops a crowd', async () => {
  const { sandbox } = await start()
  const press = (fields: Record<string, string>) =>
    fetch(`${sandbox.url}/people`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  assert.equal((await press({ do: 'start', network: 'bluesky', pace: '6', minutes: '5', account: '' })).status, 303)
  assert.equal(sandbox.crowds.list().length, 1)
  const page = await (await fetch(`${sandbox.url}/people`)).text()
  assert.match(page, /20 people on alice/)
  await press({ do: 'start', network: 'bluesky', pace: '9999', minutes: '5' })
  assert.equal(sandbox.crowds.list().length, 1)
  await press({ do: 'stop', id: '1' })
  assert.equal(sandbox.crowds.list().length, 0)
  await sandbox.close()
})
