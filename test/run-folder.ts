import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where a run keeps its databases and all that its tests write. A run makes some hundred thousand small files and takes
 * them away again, which a disk's file system pays dearly for: so they are in memory where the system offers that, lets
 * programs run there, and has plenty.
 */
export interface RunFolder {
  readonly folder: string
  /** What the tests find as the folder for temporary files. */
  readonly temporary: string
}

const memory = '/dev/shm'
const enoughBytes = 4 * 1024 ** 3
const stem = 'posthorn-test-'
/** No run takes nearly as long; see `run.ts`. */
const abandonedMs = 60 * 60_000

export async function makeRunFolder(): Promise<RunFolder> {
  await sweepMemory()
  const folder = await mkdtemp(join((await hasMemory()) ? memory : tmpdir(), stem))
  // Accounts that are not ours, such as that of the database, pass through here to what is theirs.
  await chmod(folder, 0o711)
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o1777)
  return { folder, temporary }
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

/** What a killed run leaves would hold its memory for ever. A database that still runs there notices, and ends. */
async function sweepMemory(): Promise<void> {
  const names = (await readdir(memory).catch(() => [])).filter((name) => name.startsWith(stem))
  for (const name of names) {
    const path = join(memory, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
