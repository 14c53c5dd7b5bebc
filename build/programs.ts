import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { programFolder } from '#infra/files/program-folder.ts'
import { kept } from './kept-packages.ts'
import { quickBuiltins } from './quick-builtins.ts'

/** The files that run as separate processes. */
const programs = ['src/main/cli.ts', 'src/infra/media-worker/child.ts', 'sandbox/main.ts']

/**
 * Builds our programs, and most of the packages that they use, into a few files of JavaScript. Loading 1,700 modules
 * took most of the processor time at startup. Parts that are imported on demand stay separate files.
 */
export async function buildPrograms(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: programFolder,
    input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: [/^node:/, ...kept],
    plugins: [quickBuiltins],
    onLog(level, log, report) {
      if (level === 'warn' && log.code === 'EVAL') return
      report(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    // A stack trace needs the names and lines of the sources, not their text.
    sourcemapExcludeSources: true,
    chunkFileNames: 'parts/[name]-[hash].js',
    // Names of classes and functions appear in logs.
    keepNames: true,
  })
  await bundle.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  await writeFile(join(folder, 'licenses.txt'), await licensesOf(modules))
  const document = await readFile(join(programFolder, 'docs/openapi.json'), 'utf8')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(JSON.parse(document)))
}

/** Collects the licenses of the bundled packages, which must accompany every copy. */
async function licensesOf(modules: readonly string[]): Promise<string> {
  const folders = modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly license?: string
    }
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name}\n\n${file ? await readFile(join(folder, file), 'utf8') : (license ?? '')}`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n`)
}
