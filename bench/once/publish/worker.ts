import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { publishingOf } from '#app/publishing.ts'
import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import { createLog } from '#infra/log/log.ts'
import type { Probe } from '#modules/publishing/index.ts'
import { connectorFor } from './connectors.ts'
import { ownerOf } from './owner.ts'
import type { WorkerPlan } from './plan.ts'

/**
 * A worker process as the app builds it. It dies or freezes at a given point in the engine once enough publications
 * have reached it. The parent process names the point; the app itself is unaware of it.
 */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => {
  void begin(plan as WorkerPlan)
})

async function begin({ connection, secretKey, dataDir, networks, end }: WorkerPlan): Promise<void> {
  const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey })
  const connectors: Record<string, Connector> = {}
  for (const network of networks) connectors[network.id] = connectorFor(network)
  const settings = networks.map(({ id, addresses }) => {
    const all = { api: addresses.api, video: addresses.api, directory: addresses.api }
    return [id, { mode: 'sandbox', live: {}, sandbox: all }]
  })
  const given: Config = {
    ...config,
    // Not the embedded database: each process is a separate holder.
    database: { url: 'given', directUrl: 'given' },
    networks: Object.fromEntries(settings),
    // The networks of a scenario are not in the environment, so neither a sandbox nor reloading the settings may move
    // them.
    sandbox: null,
    readWith: () => given,
  }
  const deps = await createDeps({
    config: given,
    connection,
    directConnection: connection,
    log: createLog({ level: 'error' }),
    connections: 3,
    connectors,
  })
  const engine = publishingOf(
    { ...deps, guards: { ...deps.guards, targetOwner: ownerOf(deps) } },
    end ? { probe: endAt(end) } : {},
  )
  engine.start()
  process.send?.('ready')
  process.once('SIGTERM', () => {
    void engine.stop().then(() => process.exit(0))
  })
}

function endAt({ at, action, expected, most, quietMs }: NonNullable<WorkerPlan['end']>): Probe {
  const waiting: (() => void)[] = []
  const inFlight = { calls: 0, beats: 0 }
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    process.send?.({ cut: at === 'before-beat' || at === 'stopping' ? inFlight.calls : waiting.length }, () => {
      process.kill(process.pid, action === 'kill' ? 'SIGKILL' : 'SIGSTOP')
      // A woken worker continues here.
      for (const wake of waiting) wake()
    })
  }
  return (point) => {
    if (point === 'after-intent') inFlight.calls += 1
    if (point === 'answered') inFlight.calls -= 1
    if (point !== at || isOver) return
    if (at === 'before-beat') {
      inFlight.beats += 1
      const areMost = inFlight.calls >= most / 2 || (inFlight.calls > 0 && inFlight.beats > 3)
      if (!areMost) return
    }
    clearTimeout(timer)
    timer = setTimeout(end, quietMs)
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= expected) end()
    })
  }
}
