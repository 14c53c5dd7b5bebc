import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../../..')
/** The folder of the pages as browsers get them. */
export const webFolder = join(root, 'web/dist')
const stampFile = join(webFolder, 'built-from')
const vite = join(root, 'node_modules/vite/bin/vite.js')
/** All that the pages are made from. */
const sources = [
  'web/{index.html,vite.config.ts,package.json}',
  'web/{src,public}/**/*',
  'sdk/src/**/*.ts',
  'rules/**/*.ts',
]

/** Builds the web face, unless it has been built from these very sources. A release brings it built. */
export async function buildWeb(say: (message: string) => void): Promise<void> {
  const stamp = await hashSources()
  if ((await readFile(stampFile, 'utf8').catch(() => null)) === stamp) return
  say('building the web face')
  // A process of its own: the bundler takes 200 MB, which the service would keep.
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ])
  if (status !== 0) throw new Error(`The web face could not be built: ${errors || output}`)
  await writeFile(stampFile, stamp)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await Array.fromAsync(glob(sources, { cwd: root, withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
