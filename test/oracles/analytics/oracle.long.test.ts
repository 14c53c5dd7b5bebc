import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fromWire } from '#kernel/ids.ts'
import { verifyAnalytics } from '#modules/analytics/index.ts'
import { startApp } from '#test/harness/app.ts'
import { askOne } from './ask.ts'
import { askAboutPosts } from './ask-posts.ts'
import { askGains, askOutliers } from './ask-statistics.ts'
import { makeHistory, randomFrom } from './history.ts'
import { readWalk } from './plain-walk.ts'

test('random queries on a random history return the same metrics as a simple loop over all snapshots', async () => {
  await using t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  const random = randomFrom(22)
  const { ada, profileId } = await makeHistory(t, random, { rounds: 6, looks: 60 })
  assert.deepEqual((await verifyAnalytics(t.db)).faults, [])
  const walk = await readWalk(t.db, fromWire('prof', profileId) ?? '', t.now())
  assert.ok(walk.targets.length >= 12, `${walk.targets.length} targets`)
  await askAboutPosts(ada, walk)
  for (const [plan, keptDays] of [
    ['max', 730],
    ['starter', 90],
  ] as const) {
    await sql`update app_user set plan = ${plan}`.execute(t.db)
    await askOutliers(ada, { walk, keptDays }, profileId)
    await askGains(ada, { walk, keptDays })
    for (let nth = 0; nth < 12; nth += 1) await askOne(ada, walk, keptDays, random)
  }
})
