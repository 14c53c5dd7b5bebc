import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveDatabaseUrl, openRoom, until } from '#test/harness/process.ts'

const threeMinutesMs = 180_000

/** Reads the command with which a deployment probes a worker. */
async function probeIn(file: string, pattern: RegExp): Promise<string> {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')
  return (pattern.exec(text)?.[1] ?? assert.fail(`${file} does not probe its workers`)).replaceAll('$$', '$')
}

test('the worker probe fails when the worker is blocked, and passes when it continues', async () => {
  const command = await probeIn('deploy/kubernetes.yaml', /livenessProbe:\n +exec: \{ command: \[sh, -c, '(.*)'\] \}\n/)
  assert.equal(await probeIn('compose.scale.yaml', /test: \[CMD-SHELL, '(.*)'\]/), command)
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: await liveDatabaseUrl() })
  const { dataDir } = room
  const file = join(dataDir, 'worker-alive')
  const isAlive = () => spawnSync('sh', ['-c', command], { env: { ...process.env, DATA_DIR: dataDir } }).status === 0
  assert.equal(isAlive(), false)

  const worker = room.begin(['worker'])
  await worker.says(/^ {2}ready$/m)
  assert.equal(isAlive(), true)
  const { pid = 0 } = worker.process
  assert.equal(await readFile(file, 'utf8'), `${pid}\n`)

  worker.process.kill('SIGSTOP')
  await until('the worker stands still', () =>
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.startsWith('T'),
  )
  const past = new Date((await stat(file)).mtimeMs - threeMinutesMs)
  await utimes(file, past, past)
  assert.equal(isAlive(), false)

  worker.process.kill('SIGCONT')
  await until('the probe passes again', isAlive)
  await worker.stop()
})
