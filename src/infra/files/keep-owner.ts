import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Gives a new file or folder to the owner of the folder that it is in. Without this, one start as root on a user's data
 * would leave files that the user's next start cannot read.
 */
export async function keepOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid !== 0) await chown(path, uid, gid)
}
