import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endStraysIn } from './strays.ts'

/**
 * The folder of a run's databases and of all files that its tests write. A run creates and deletes some hundred
 * thousand small files, which is expensive on a disk, so they are in memory if the system offers that, allows running
 * programs there, and has enough.
 */
interface RunFolder {
  readonly folder: string
  /** The folder for temporary files that the tests see. */
  readonly temporary: string
  /** Stops what still runs in the folder, and removes it. */
  remove(): Promise<void>
}

const memory = '/dev/shm'
const enoughBytes = 4 * 1024 ** 3
const stem = 'posthorn-test-'
const ownerFile = 'run.pid'

export async function makeRunFolder(): Promise<RunFolder> {
  for (const place of [memory, tmpdir()]) await sweep(place)
  const folder = await mkdtemp(join((await hasMemory()) ? memory : tmpdir(), stem))
  await writeFile(join(folder, ownerFile), String(process.pid))
  // Other accounts, such as the database's, pass through here to their own folders.
  await chmod(folder, 0o711)
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o1777)
  return { folder, temporary, remove: () => removeFolder(folder) }
}

async function removeFolder(folder: string): Promise<void> {
  await endStraysIn(folder)
  // A process that was just stopped may still have created a file.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function hasMemory(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place, kind]) => place === memory && kind === 'tmpfs')?.[3]
  if (!options || options.split(',').some((option) => option === 'ro' || option === 'noexec')) return false
  const { bavail, bsize } = await statfs(memory)
  return Math.min(bavail * bsize, freemem()) >= enoughBytes
}

/** Removes what killed runs have left behind, which would occupy memory indefinitely. */
async function sweep(place: string): Promise<void> {
  const names = (await readdir(place).catch(() => [])).filter((name) => name.startsWith(stem))
  for (const name of names) {
    const folder = join(place, name)
    const owner = Number(await readFile(join(folder, ownerFile), 'utf8').catch(() => ''))
    // A folder without an owner is just being created by another run.
    if (owner > 0 && !isAlive(owner)) await removeFolder(folder).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
