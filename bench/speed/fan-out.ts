import { parseArgs } from 'node:util'
import { connectAccounts, signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'

/**
 * Measures a fan-out to a hundred children: through the API, each child on its own profile and account, scheduled
 * and checked. All of it is one transaction.
 *
 *     node bench/speed/fan-out.ts [--children 100] [--rounds 40]
 */
const { values } = parseArgs({
  options: { children: { type: 'string', default: '100' }, rounds: { type: 'string', default: '40' } },
})
const count = Number(values.children)
const rounds = Number(values.rounds)
const warmUp = 5

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const accounts = await connectAccounts(publisher, stage.sandbox, {
  profiles: count + 1,
  ofEach: 1,
  networks: ['bluesky'],
})
const [master, ...children] = accounts.map(({ wire }) => wire.profileId)
const tookMs: number[] = []
for (let round = 0; round < warmUp + rounds; round++) {
  const startedAt = performance.now()
  const made = await publisher.call<{ children: unknown[] }>('POST', '/v1/posts/fanout', {
    master: {
      profileId: master,
      content: `The gulls are back, no. ${round}`,
      platforms: ['bluesky'],
      // One post in an hour, which is within every quota.
      scheduledAt: new Date(Date.now() + 30 * 86_400_000 + round * 3_600_000).toISOString(),
    },
    children: children.map((profileId) => ({ profileId })),
  })
  if (made.children.length !== count) throw new Error(`${made.children.length} of ${count} children were made`)
  if (round >= warmUp) tookMs.push(performance.now() - startedAt)
}
tookMs.sort((a, b) => a - b)
const at = (share: number) => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(0)
console.log(`${rounds} fan-outs to ${count} children: p50 ${at(0.5)} ms (wanted: 300), p95 ${at(0.95)} ms`)
if (Number(at(0.5)) > 300) process.exitCode = 1
