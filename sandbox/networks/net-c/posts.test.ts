import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNetC, urnIn } from './for-tests.ts'

// "linkedin.md 2" and the like is the heading of the network's facts that a test holds the sandbox to.

test('linkedin.md 2: a post is answered with nothing but a header that names it; its link leads to it', async () => {
  await using on = await startNetC()
  for (const name of ['alice', 'alice-works', 'bob-studio']) {
    const reply = await on.post(name, { commentary: `Hello from ${name.replace('-', ' ')}` })
    const urn = urnIn(reply)
    assert.match(urn, /^urn:li:share:\d{19}$/)
    assert.equal(reply.body, '')
    assert.deepEqual(
      on.seen(name).map((one) => [one.id, one.kind, one.text]),
      [[urn, 'post', `Hello from ${name.replace('-', ' ')}`]],
    )
    const page = await on.call('GET', `/feed/update/${urn}/`)
    assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/net-c/${name}#${urn}`)
  }
  assert.match(await (await fetch(`${on.sandbox.url}/feed/net-c`)).text(), /Hello from alice works/)
})
