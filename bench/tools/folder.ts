import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Folder extends AsyncDisposable {
  readonly path: string
}

/** Creates a temporary folder, which is removed when it is disposed of. */
export async function openFolder(prefix: string): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  // When run as root, the database's system user must be able to enter the folder.
  await chmod(path, 0o755)
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}
