import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { checkCrowd, crowdNetworks } from '#test/world/inbox-crowd.ts'

/** A few short runs of the property that `crowd.long.test.ts` checks with many. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

for (const [nth, network] of crowdNetworks.entries())
  test(`${network}: whatever people write, edit and delete, and whenever it is read, what is stored is what is there`, () =>
    checkCrowd(t, network, { seed: 11 + nth, login: `user-${7_100 + nth}`, comments: 24 }))
