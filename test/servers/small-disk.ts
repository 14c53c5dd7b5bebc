import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk that a test fills. */
interface SmallDisk extends AsyncDisposable {
  /** The folder to use while the disk is full. */
  fill(): Promise<string>
  /** The folder to use once there is room again. */
  free(): Promise<string>
}

/**
 * Opens a disk of 1 MB, which requires the right to mount. Ordinary users get one of the machine's file systems that is
 * always full, and later one with space: the figures still come from the system.
 */
export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-disk-'))
  const end = () => rm(folder, { recursive: true, force: true })
  if (!(await mount(folder))) {
    const never = process.platform === 'darwin' ? '/dev' : '/proc'
    return { fill: async () => never, free: async () => folder, [Symbol.asyncDispose]: end }
  }
  const file = join(folder, 'media')
  return {
    async fill() {
      await writeFile(file, Buffer.alloc(960 * 1024))
      return folder
    },
    async free() {
      await rm(file)
      return folder
    },
    async [Symbol.asyncDispose]() {
      await run('umount', [folder])
      await end()
    },
  }
}

async function mount(folder: string): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    return true
  } catch {
    return false
  }
}
