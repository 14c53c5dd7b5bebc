import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { checkCrowd, crowdNetworks } from '#test/world/inbox-crowd.ts'

const seeds = [1, 2, 3, 4, 5, 6]

for (const network of crowdNetworks)
  for (const seed of seeds)
    test(`${network}: what is stored is what is there, after a crowd of 120 comments (seed ${seed})`, async () => {
      await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
      await t.as('root')
      await checkCrowd(t, network, { seed, login: `user-${7_200 + seed}`, comments: 120 })
    })
