import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { tree } from './processes.ts'

/** A real `posthorn start` that can be killed at any moment with everything it has started. */
export interface Running {
  readonly child: ChildProcess
  readonly startedAt: number
  readonly url: string
  output(): string
}

/** Thrown when a program that expects success gets a refusal. */
export class Refused extends Error {}

const entry = join(import.meta.dirname, '../../bin/posthorn.mjs')
const patienceMs = 60_000
const { PATH, HOME } = process.env

export function start(room: string, dataDir: string, port: number): Running {
  const child = spawn(process.execPath, [entry, 'start'], {
    cwd: room,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      SIGN_UP: 'open',
      DEFAULT_PLAN: 'max',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      SANDBOX: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return { child, startedAt: performance.now(), url: `http://127.0.0.1:${port}`, output: () => output }
}

/** Waits until the service is ready. Throws with its output when it ends before, or takes too long. */
export async function ready(running: Running): Promise<void> {
  await until(async () => {
    if (running.child.exitCode !== null) throw new Error(`The start failed:\n${running.output()}`)
    return (await fetch(`${running.url}/readyz`).catch(() => null))?.ok ?? false
  })
}

/** Kills each parent before its children, so that no parent can react to a child's death. */
export async function killTree({ child }: Running): Promise<void> {
  const family = tree(child.pid ?? 0)
  for (const { pid } of family) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended with its parent.
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Stops the service as an operator does; returns what went wrong. */
export async function endCleanly({ child, output }: Running): Promise<string[]> {
  const faults: string[] = []
  const family = tree(child.pid ?? 0)
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) faults.push(`SIGTERM ended with ${child.exitCode}: ${output().slice(-500)}`)
  for (const { pid } of family) if (await exists(`/proc/${pid}`)) faults.push(`process ${pid} outlived SIGTERM`)
  return faults
}

export async function call<Answer>(
  running: Running,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<Answer> {
  const response = await fetch(running.url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

const person = { email: 'ada@example.org', password: 'the gulls of November', name: 'Ada' }

export const signUp = async (running: Running): Promise<string> =>
  (await call<{ token: string }>(running, 'POST', '/v1/auth/sign-up', null, person)).token

export async function signIn(running: Running): Promise<string> {
  const { email, password } = person
  return (await call<{ token: string }>(running, 'POST', '/v1/auth/sign-in', null, { email, password })).token
}

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null

export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${patienceMs / 1_000} s`)
    await sleep(5)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
}
