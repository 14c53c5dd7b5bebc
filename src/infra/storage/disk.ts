import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keepOwner } from '#infra/files/keep-owner.ts'
import { StorageAway } from './storage.ts'

/** Advice for error codes that are caused by the machine and not by us. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space or move DATA_DIR to a larger one',
  EDQUOT: 'the disk quota is used up; raise it or free some space',
  EROFS: 'the disk is mounted read-only; mount it writable',
  EACCES: 'this process cannot write there; make its user the owner of the folder',
  EPERM: 'this process cannot write there; make its user the owner of the folder',
  EIO: 'the disk fails to read or write; check the machine',
  ENXIO: 'the disk fails to read or write; check the machine',
  ESTALE: 'the network disk is no longer mounted; mount it again',
  ETIMEDOUT: 'the network disk is not responding; check its server',
  EMFILE: 'this process has too many files open; raise its limit',
  ENFILE: 'the machine has too many files open; raise its limit',
  ENOTDIR: 'a file is where a folder should be; move it away',
  EEXIST: 'a file is where a folder should be; move it away',
  EXDEV: 'DATA_DIR/media is spread over several file systems; it must be one, so that a file can be renamed',
}

/**
 * Converts a disk error to StorageAway; returns any other error unchanged. Code that writes to scratch uses this
 * too.
 */
export function diskFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const hint = advice[code]
  return hint === undefined ? error : new StorageAway(`Files cannot be stored: ${hint} (${code}).`)
}

export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFault(error)
  }
}

/** Creates a folder that only we can access; it survives a power failure. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const folders: string[] = []
  for (let made = path; made.length >= first.length; made = dirname(made)) folders.unshift(made)
  // From the top: each folder gets the owner of its parent.
  for (const made of folders) {
    await keepOwner(made)
    await syncFolder(dirname(made))
  }
}

/** Makes the content and the mode of the file survive a power failure. */
export async function settleFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.chmod(0o600)
  await keepOwner(path)
  await file.sync()
}

/** Makes the names in the folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
