import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, glob, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isBuilt, programFolder } from '#infra/files/program-folder.ts'

/** The folder with the built pages. */
export const webFolder = join(programFolder, 'web/dist')
const stampName = 'built-from'
const vite = join(programFolder, 'node_modules/vite/bin/vite.js')
/** The sources of the pages. */
const sources = [
  'web/{index.html,vite.config.ts,called-operations.ts,oldest-browsers.ts,package.json}',
  'web/{src,public}/**/*',
  'sdk/src/**/*.ts',
  'rules/**/*.ts',
]

/**
 * Builds the web app, unless it has already been built from these exact sources. Packages contain it already built.
 * Processes that start at the same time each build into a separate folder, and the first to finish keeps its result.
 */
export async function buildWeb(say: (message: string) => void): Promise<void> {
  if (isBuilt) return
  const stamp = await hashSources()
  if ((await readStamp()) === stamp) return
  say('building the web app')
  const folder = await mkdtemp(`${webFolder}-`)
  try {
    await runVite(folder)
    // A temporary folder is only readable by its owner, but another account may serve these pages.
    await chmod(folder, 0o755)
    await writeFile(join(folder, stampName), stamp)
    if ((await readStamp()) === stamp) return
    await rm(webFolder, { recursive: true, force: true })
    await rename(folder, webFolder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const readStamp = (): Promise<string | null> => readFile(join(webFolder, stampName), 'utf8').catch(() => null)

/** Runs the bundler in its own process, because it takes 200 MB, which the service would not release. */
async function runVite(folder: string): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn', '--outDir', folder], {
    cwd: programFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ])
  if (status !== 0) throw new Error(`The web app could not be built: ${errors || output}`)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await Array.fromAsync(glob(sources, { cwd: programFolder, withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(programFolder.length)).update(await readFile(file))
  return hash.digest('hex')
}
