import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the owner of the parent folder the owner of a new file or folder. Without this, one start as root on a user's
 * data would leave files that the user's next start cannot read.
 */
export async function keepOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid !== 0) await chown(path, uid, gid)
}
