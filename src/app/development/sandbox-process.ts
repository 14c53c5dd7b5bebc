import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { slackMovedTo, telegramMovedTo } from '#infra/config/chats.ts'
import type { Config } from '#infra/config/config.ts'
import { movedTo } from '#infra/config/networks.ts'
import { locateProgram } from '#infra/files/program-folder.ts'

const program = locateProgram('sandbox/main.ts')
/** The maximum time without a heartbeat. The start itself can take as long as it needs. */
const silentMs = 30_000
const tries = 3
const graceMs = 3_000

interface RunningSandbox {
  /** Null if the sandbox could not be started. Everything else works without it. */
  readonly url: string | null
  stop(): Promise<void>
}

interface SandboxOptions {
  readonly port: number
  /** The folder for Node's compile cache, which halves the sandbox's start time. */
  readonly dataDir?: string
  /** The URL of the web app, which the sandbox's pages link to. */
  readonly home?: string
  /** Changed only in tests. */
  readonly program?: string
  readonly silentMs?: number
  say(message: string): void
}

/** Starts the sandbox, and restarts it if it sends no heartbeat. */
export async function startSandbox({ say, ...options }: SandboxOptions): Promise<RunningSandbox> {
  for (let left = tries; ; left--) {
    const outcome = await tryToStart(options)
    if (outcome.kind === 'running') return outcome.sandbox
    const again = left > 1 && outcome.kind === 'silent'
    say(`The sandbox did not start: ${outcome.why}${again ? ' Restarting it.' : ''}`)
    if (!again) return { url: null, stop: async () => {} }
  }
}

type Outcome =
  | { readonly kind: 'running'; readonly sandbox: RunningSandbox }
  | { readonly kind: 'ended' | 'silent'; readonly why: string }

/**
 * Starts the sandbox as a separate process. The sandbox watches the channel to this process and exits with it, even
 * after a crash. It does not get this process's settings, which contain secrets.
 */
async function tryToStart({ port, dataDir, home, ...options }: Omit<SandboxOptions, 'say'>): Promise<Outcome> {
  const child = fork(
    options.program ?? program,
    ['--port', String(port), ...keptIn(dataDir), ...(home === undefined ? [] : ['--home', home])],
    {
      execArgv: [],
      env: compiledIn(dataDir),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A separate process group: Ctrl-C in a terminal must not stop the networks while posts are still being published.
      detached: true,
    },
  )
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2_000)
  })
  const exit = once(child, 'exit')
  const stop = () => end(child, exit)
  const seen = await Promise.race([urlOf(child, options.silentMs ?? silentMs), exit.then(() => null)])
  if (typeof seen === 'string') return { kind: 'running', sandbox: { url: seen, stop } }
  await stop()
  if (seen === null) return { kind: 'ended', why: reasonIn(words) }
  return { kind: 'silent', why: 'it stopped responding.' }
}

/**
 * Returns the flags for the folders of the sandbox's feed and of the emails that it shows. At the first start, the data
 * folder does not exist yet. Nothing is written to it before a post is published, and by then the database has created
 * it.
 */
const keptIn = (dataDir: string | undefined): readonly string[] =>
  dataDir === undefined ? [] : ['--folder', join(dataDir, 'sandbox'), '--mails', join(dataDir, 'outbox')]

/**
 * Returns no cache if the data folder does not exist. Only the database may create that folder, with the permissions
 * that it needs.
 */
const compiledIn = (dataDir: string | undefined): NodeJS.ProcessEnv =>
  dataDir !== undefined && existsSync(dataDir) ? { NODE_COMPILE_CACHE: join(dataDir, 'cache', 'sandbox') } : {}

const reasonIn = (words: string): string =>
  /port \d+ is taken/.test(words)
    ? `${/port \d+ is taken/.exec(words)?.[0]}. If that is not the sandbox of another Posthorn, set SANDBOX_PORT to a free one.`
    : words.trim() || 'it wrote no output.'

/**
 * Returns the sandbox's address once the sandbox reports it. Returns undefined if it sends no heartbeat for too long.
 */
async function urlOf(child: ChildProcess, mayBeSilentMs: number): Promise<string | undefined> {
  for (;;) {
    const silence = new AbortController()
    const message = await Promise.race([
      once(child, 'message', { signal: silence.signal }),
      sleep(mayBeSilentMs, null, { ref: false, signal: silence.signal }),
    ]).finally(() => silence.abort())
    if (message === null) return undefined
    const { url } = (message[0] ?? {}) as { url?: unknown }
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

/** Returns the settings for a sandbox at this URL. */
export const withSandboxAt = (config: Config, url: string): Config => ({
  ...config,
  sandbox: { port: Number(new URL(url).port), url },
  networks: movedTo(url, config.networks),
  slack: slackMovedTo(url, config.slack),
  telegram: telegramMovedTo(url, config.telegram),
})
