import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#infra/config/load.ts'
import { movedTo } from '#infra/config/networks.ts'

const program = join(import.meta.dirname, '../../sandbox/main.ts')
const patienceMs = 15_000
const graceMs = 3_000

export interface RunningSandbox {
  /** Null: it could not be started. Whatever is in it then cannot be reached, and all the rest works. */
  readonly url: string | null
  stop(): Promise<void>
}

/**
 * The sandbox beside us, as a process of its own: it ends with us, whichever way we end, since it watches the channel
 * between us. It gets none of our settings, which hold secrets. In our data folder it keeps what Node has compiled of
 * it, which halves its start.
 */
export async function startSandbox(
  port: number,
  say: (message: string) => void,
  dataDir: string | null = null,
): Promise<RunningSandbox> {
  const child = fork(program, ['--port', String(port)], {
    execArgv: [],
    env: compiledIn(dataDir),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2_000)
  })
  const exit = once(child, 'exit')
  const stop = () => end(child, exit)
  const url = await Promise.race([urlOf(child), exit.then(() => null), sleep(patienceMs, null, { ref: false })])
  if (url !== null) return { url, stop }
  await stop()
  say(`The sandbox did not start: ${reasonIn(words)}`)
  return { url: null, stop }
}

/** A data folder that is not there yet is made by the database, with the rights that it needs, and by nobody before. */
const compiledIn = (dataDir: string | null): NodeJS.ProcessEnv =>
  dataDir !== null && existsSync(dataDir) ? { NODE_COMPILE_CACHE: join(dataDir, 'cache', 'sandbox') } : {}

const reasonIn = (words: string): string =>
  /port \d+ is taken/.test(words)
    ? `${/port \d+ is taken/.exec(words)?.[0]}. If that is not the sandbox of another Posthorn, set SANDBOX_PORT to a free one.`
    : words.trim() || 'it said nothing.'

async function urlOf(child: ChildProcess): Promise<string> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [unknown]
    const { url } = (message ?? {}) as { url?: unknown }
    if (typeof url === 'string') return url
  }
}

async function end(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const ended = await Promise.race([exit.then(() => true), sleep(graceMs, false, { ref: false })])
  if (!ended) child.kill('SIGKILL')
  await exit
}

/** The settings as they are when the sandbox runs there. */
export const withSandboxAt = (config: Config, url: string): Config => ({
  ...config,
  sandbox: { port: Number(new URL(url).port), url },
  networks: movedTo(url, config.networks),
})
