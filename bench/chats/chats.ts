import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStage, type Stage } from '../posts/stage.ts'
import { cpuSeconds, tree } from '../tools/processes.ts'
import { linkChats } from './chats/people.ts'
import { control } from './chats/sandbox.ts'
import { describeVerdict, judge } from './chats/verdict.ts'
import { type Message, writeAll } from './chats/writing.ts'

/**
 * Lets a thousand chats write, half of them in Telegram and half in Slack, to `posthorn api` with workers. Each message is
 * to become one draft, shown in one answer. First they write within ten seconds, then within one, and then within thirty
 * while workers are killed with SIGKILL and replaced. All that was written is then held against our rows and the chats.
 *
 *     node bench/chats/chats.ts [--chats 1000] [--users 50] [--workers 2] [--kills 3] [--quick]
 */
const { values } = parseArgs({
  options: {
    chats: { type: 'string' },
    users: { type: 'string' },
    workers: { type: 'string', default: '2' },
    kills: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
  },
})
const chatCount = Number(values.chats ?? (values.quick ? 100 : 1_000))
const userCount = Number(values.users ?? (values.quick ? 10 : 50))
const kills = Number(values.kills)
/**
 * Loopback, so that the installation does not have to be claimed first, and https, so that Telegram uses the webhook.
 */
const publicUrl = 'https://posthorn.localhost'
/** The lease of a dead worker lasts 30 s; then its chats continue. */
const patienceMs = 120_000

await using stage = await openStage({}, (sandboxUrl) => ({
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: 'loopback',
  TELEGRAM_URL: `${sandboxUrl}/telegram`,
  TELEGRAM_BOT_TOKEN: '7000000001:AAsandbox-bot-token-0123456789abcde',
  SLACK_URL: `${sandboxUrl}/slack`,
  SLACK_CLIENT_ID: 'sandbox-app',
  SLACK_CLIENT_SECRET: 'sandbox-app-secret',
  SLACK_SIGNING_SECRET: 'sandbox-signing-secret',
}))
const { sandbox } = stage
const api = await stage.run('api')
const workers = await Promise.all(Array.from({ length: Number(values.workers) }, () => stage.run('worker')))
await control(sandbox, 'settings', { network: 'telegram', settings: { deliversTo: api.url } })
await control(sandbox, 'settings', { network: 'slack', settings: { appUrl: api.url } })
const begunAt = performance.now()
const chats = await linkChats({ api, sandbox, publicUrl }, { chats: chatCount, users: userCount })
console.log(
  `${chats.length} chats of ${userCount} users linked in ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`,
)

let spent = cpuByKind()
await measure(stage, 'over ten seconds', await writeAll(sandbox, chats, { round: 'A', overMs: 10_000 }))
await measure(stage, 'within one second', await writeAll(sandbox, chats, { round: 'B', overMs: 1_000 }))
if (kills > 0) {
  const overMs = 30_000
  const written = writeAll(sandbox, chats, { round: 'C', overMs })
  for (let nth = 0; nth < kills; nth++) {
    await sleep(overMs / (kills + 1))
    workers.shift()?.child.kill('SIGKILL')
    workers.push(await stage.run('worker'))
  }
  await measure(stage, `over thirty seconds, ${kills} workers killed`, await written)
}

/** Returns the processor time so far of each kind of process, in seconds. */
function cpuByKind(): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>()
  for (const { pid, command } of tree(process.pid)) {
    const kind = /posthorn\.mjs (api|worker)|sandbox|postgres|bench/.exec(command)
    const name = kind?.[1] ?? kind?.[0] ?? 'other'
    kinds.set(name, (kinds.get(name) ?? 0) + cpuSeconds(pid))
  }
  return kinds
}

async function measure(at: Stage, name: string, messages: readonly Message[]): Promise<void> {
  const deadline = performance.now() + patienceMs
  let verdict = await judge(at, messages)
  while (verdict.unanswered > 0 && performance.now() < deadline) {
    await sleep(1_000)
    verdict = await judge(at, messages)
  }
  const now = cpuByKind()
  const used = [...now].map(([kind, total]) => `${kind} ${(total - (spent.get(kind) ?? 0)).toFixed(1)}`)
  spent = now
  console.log(
    `${describeVerdict(name, verdict)}\n  processor, in seconds: ${used.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (verdict.unanswered + verdict.draftsLost + verdict.draftsTwice > 0) process.exitCode = 1
}
