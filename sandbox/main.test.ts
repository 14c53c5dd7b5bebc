import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

async function start(t: { after(end: () => void): void }, ...flags: string[]) {
  const child = spawn(process.execPath, [program, '--port', '0', ...flags], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for await (const piece of child.stdout) {
    output += piece
    if (output.endsWith('ready\n')) break
  }
  return { child, url: /http:\S+/.exec(output)?.[0] ?? '' }
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0]

test('the program prints its URL when it is ready, and exits cleanly on SIGTERM', async (t) => {
  const { child, url } = await start(t)
  assert.equal((await fetch(`${url}/bluesky/xrpc/_health`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await exitOf(child), 0)
})

test('with --while-stdin, the program exits when its parent closes the input', async (t) => {
  const { child } = await start(t, '--while-stdin')
  child.stdin.end()
  assert.equal(await exitOf(child), 0)
})

test('an invalid port is rejected with a message that names the valid range', async () => {
  const child = spawn(process.execPath, [program, '--port', 'http'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  for await (const piece of child.stderr) output += piece
  assert.match(output, /whole number from 0 to 65535, not "http"/)
})
