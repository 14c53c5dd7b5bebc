import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import { cpuSeconds, root, startServer } from '../tools/processes.ts'

/**
 * Packs the service and the SDK, installs both from the tarballs into an empty folder, and uses them from there. Prints
 * the size of each part of the installation. npm fetches the dependencies, so it needs a registry.
 */
const run = promisify(execFile)
const wantedMb = 350
readOptions({})
await using temporary = await openFolder('posthorn-pack-')
const folder = temporary.path

const tarballs = [await pack(root), await pack(join(root, 'sdk'))]
await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
await printSizes()

const { stdout } = await run('npx', ['posthorn', '--version'], { cwd: folder })
console.log(`npx posthorn --version   ${stdout.trim()}`)
const started = [await start(), await start(), await start()]
console.log(`until ready              ${started.map((seconds) => seconds.toFixed(2)).join(', ')} s of processor time`)
const client =
  "import { createClient } from '@posthorn/sdk'; console.log(typeof createClient({ url: 'http://a' }).listPosts)"
const { stdout: kind } = await run(process.execPath, ['--input-type=module', '--eval', client], { cwd: folder })
console.log(`a method of the SDK      ${kind.trim()}`)

/** Packs a package, which builds it, and returns the tarball. */
async function pack(place: string): Promise<string> {
  const command = place === root ? ['run', 'pack', '--', folder] : ['pack', '--pack-destination', folder]
  await run('npm', command, { cwd: place })
  const [name] = (await readdir(folder)).filter((file) =>
    file.startsWith(place === root ? 'posthorn-0' : 'posthorn-sdk'),
  )
  return join(folder, name ?? '')
}

/**
 * Starts the service outside the checkout, requests everything that it reads from its package, and returns its
 * processor time.
 */
async function start(): Promise<number> {
  const bin = join(folder, 'node_modules/posthorn/bin/posthorn.mjs')
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0', SANDBOX: 'off', LOG_LEVEL: 'warn' }
  await using server = await startServer([bin, 'start'], env)
  const seconds = cpuSeconds(server.child.pid ?? 0)
  for (const path of ['/readyz', '/', '/docs', '/docs/guides/posting', '/openapi.json']) {
    const { status } = await fetch(server.url + path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`)
  }
  return seconds
}

async function printSizes(): Promise<void> {
  const { stdout } = await run('du', ['-sm', '--', ...(await listPackages())], { cwd: folder, maxBuffer: 1e7 })
  const sizes = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([mb, path = '']) => ({ mb: Number(mb), name: path.replace('node_modules/', '') }))
  for (const { mb, name } of sizes.filter((one) => one.mb >= 3).sort((one, other) => other.mb - one.mb))
    console.log(`${String(mb).padStart(5)} MB  ${name}`)
  const { stdout: all } = await run('du', ['-sm', 'node_modules'], { cwd: folder })
  console.log(`${all.split('\t')[0]?.padStart(5)} MB  in all (wanted: under ${wantedMb})`)
}

async function listPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  return Object.keys(lock.packages)
}
