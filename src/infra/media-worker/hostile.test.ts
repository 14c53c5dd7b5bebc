import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import type { HostileFile } from '#test/hostile/hostile-file.ts'
import { mutations } from '#test/hostile/mutations.ts'
import { polyglots } from '#test/hostile/polyglots.ts'
import { samples } from '#test/hostile/samples.ts'
import { truncated } from '#test/hostile/truncated.ts'
import type { Examined } from './contract.ts'
import { createMediaWorker } from './media-worker.ts'

/**
 * The folder for this part of the hostile corpus. `test/hostile/every-file.long.test.ts` sends all of it through the
 * whole service.
 */
const folder = await mkdtemp(join(tmpdir(), 'posthorn hostile '))
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }), ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await rm(folder, { recursive: true })
})
const all = await samples()
let files = 0

/** Examines the bytes; returns the result and the bytes that would be served, or null for none. */
async function examined(bytes: Buffer): Promise<{ result: Examined; served: Buffer | null }> {
  files += 1
  const path = join(folder, String(files))
  await writeFile(path, bytes)
  const examined = await mediaWorker.examine(path)
  const served = examined.outcome === 'good' ? await readFile(path) : null
  await rm(path)
  return { result: examined, served }
}

async function hold(file: HostileFile): Promise<void> {
  const { result, served } = await examined(file.bytes)
  const found = result.outcome === 'bad' ? result.detail : result.outcome
  if (file.expect !== 'either') assert.equal(served === null, file.expect === 'refused', `${file.name}: ${found}`)
  for (const word of file.mustNotLeave) assert.ok(!served?.includes(word), `${file.name}: ${word} leaves`)
}

test('truncated files are refused', async () => {
  const chosen = [...truncated(all)].filter((_, at) => at % 4 === 3)
  await Promise.all(chosen.map(hold))
})

test('polyglot files are refused, or served as one type without a single byte of the other', async () => {
  const chosen = [...polyglots(all)].filter((_, at) => at % 2 === 0)
  await Promise.all(chosen.map(hold))
})

test('an altered file that is accepted is still accepted after cleaning, and has nothing left to clean', async () => {
  const changed = all.flatMap(({ name, bytes }) => [...mutations(bytes, 3)].map((mutation) => ({ name, mutation })))
  const rounds = await Promise.all(
    changed.map(async ({ name, mutation }) => {
      const { served } = await examined(mutation)
      if (served === null) return 0
      const { result, served: again } = await examined(served)
      assert.equal(result.outcome, 'good', `${name}: ${result.outcome === 'bad' && result.detail}`)
      assert.ok(again?.equals(served), name)
      return 1
    }),
  )
  assert.ok(rounds.includes(1) && rounds.includes(0), 'some are accepted and some are not')
})
