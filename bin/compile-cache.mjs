import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
// A default import, because older Node versions, which only hand over to ours, lack `enableCompileCache`.
import module from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Keeps compiled code between starts, which saves a third of their processor time. An account that can write to the
 * cache decides what this process runs, so the folder is one that no other account can change or replace. Entries are
 * checked against the source that they were compiled from, so a new version never runs old code. Does nothing without
 * such a folder, or when NODE_COMPILE_CACHE or NODE_DISABLE_COMPILE_CACHE is set.
 */
export function keepCompiledCode() {
  const uid = process.getuid?.()
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env
  if (uid === undefined || NODE_COMPILE_CACHE || NODE_DISABLE_COMPILE_CACHE) return
  const folder =
    makeOwnFolder(homedir(), join('.cache', 'posthorn'), uid) ??
    makeOwnFolder(tmpdir(), `posthorn-compiled-${uid}`, uid)
  if (!folder) return
  module.enableCompileCache?.(folder)
  // Child processes, such as those that decode media, inherit the folder.
  process.env.NODE_COMPILE_CACHE = folder
}

/** Returns the folder, or null when another account could change or replace it. */
function makeOwnFolder(parent, name, uid) {
  try {
    if (!isSafe(realpathSync(parent), uid)) return null
    const folder = join(realpathSync(parent), name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isSafe(folder, uid) && lstatSync(folder).uid === uid ? folder : null
  } catch {
    return null
  }
}

/** True when only this account and root can replace an entry of the path, from the root of the file system down. */
function isSafe(path, uid) {
  const { uid: owner, mode } = lstatSync(path)
  const isOpenToOthers = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  if ((owner !== uid && owner !== 0) || isOpenToOthers) return false
  return path === dirname(path) || isSafe(dirname(path), uid)
}
