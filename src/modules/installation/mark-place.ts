import type { BigIntStats } from 'node:fs'
import { type FileHandle, realpath, statfs } from 'node:fs/promises'
import { z } from 'zod'

/**
 * The place where a mark was written: what a copy of its file does not carry along. The time at which a file system made a file cannot be
 * set, so a copy (`cp -a`, rsync, tar, a backup that is put back) differs. It stays when the file is renamed, the host gets
 * another name, or the volume is mounted elsewhere, in another container or on another machine. A snapshot of the volume
 * keeps it, too; one that is mounted next to the original has another path and another device.
 */
export const markPlace = z.object({ birth: z.string(), inode: z.string(), path: z.string(), device: z.string() })
type MarkPlace = z.output<typeof markPlace>

/** Returns the place of a new file, before it gets its final name. */
export async function readMarkPlace(file: FileHandle, folder: string): Promise<MarkPlace> {
  return toPlace(await file.stat({ bigint: true }), await realpath(folder))
}

const toPlace = ({ birthtimeNs, ino, dev }: BigIntStats, path: string): MarkPlace => ({
  birth: String(birthtimeNs),
  inode: String(ino),
  path,
  device: String(dev),
})

/** File systems of programs, whose numbers may be made up at each mount: FUSE and 9p. */
const madeUp: ReadonlySet<number> = new Set([0x65735546, 0x01021997])

/** True when a mark says of itself that it was written as another file. */
export async function isCopied(file: FileHandle, folder: string, written: MarkPlace): Promise<boolean> {
  const [seen, { type }] = await Promise.all([file.stat({ bigint: true }), statfs(folder)])
  const now = toPlace(seen, await realpath(folder))
  const isMountedElsewhere = now.path !== written.path && now.device !== written.device
  // Without a time of birth, Node gives none or that of the last change, which the renaming has moved.
  const hasBirth = seen.birthtimeNs > 0n && seen.birthtimeNs !== seen.ctimeNs
  const isAnother = hasBirth ? now.birth !== written.birth : now.inode !== written.inode
  return isMountedElsewhere || (isAnother && !madeUp.has(type))
}
