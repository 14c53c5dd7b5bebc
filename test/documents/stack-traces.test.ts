import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { programFolder } from '#infra/files/program-folder.ts'

const run = promisify(execFile)

test('a stack trace of built code has the files and lines of the sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-traces-'))
  try {
    await writeFile(
      join(folder, 'sink.ts'),
      'type Boat = string\n\nexport const sink = (boat: Boat) => {\n  throw new TypeError(boat)\n}\n',
    )
    await writeFile(join(folder, 'main.ts'), "import { sink } from './sink.ts'\n\n\nsink('The boat sinks.')\n")
    const bundle = await rolldown({ cwd: folder, input: 'main.ts', platform: 'node' })
    await bundle.write({ dir: join(folder, 'dist'), format: 'esm', sourcemap: true, sourcemapExcludeSources: true })
    await bundle.close()
    const maps = pathToFileURL(join(programFolder, 'bin/source-maps.mjs')).href
    const program = `import { mapStackTraces } from '${maps}'
      mapStackTraces()
      const other = {}
      Error.captureStackTrace(other)
      if (!other.stack.startsWith('Error')) throw new Error('a trace without an error')
      await import('${pathToFileURL(join(folder, 'dist/main.js')).href}').catch((error) => console.log(error.stack))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
    assert.match(
      stdout,
      /^TypeError: The boat sinks\.\n +at sink \(file:\S+\/sink\.ts:4:9\)\n +at file:\S+\/main\.ts:4:1\n/,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
